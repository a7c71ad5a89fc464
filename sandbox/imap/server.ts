// A mail server for tests and benchmarks only: correct and lightweight, or misbehaving on request.
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'
import { appendMessage, removeMessages, renumber, type StoredFolder } from './folder.ts'
import { findLie, type LieName } from './lies.ts'
import { serveClient } from './session.ts'
import type { Lie } from './shapes.ts'
import { newWorld, openAccount, openFolder } from './world.ts'

export interface ImapServer {
  port: number
  /** TLS from the first byte; 0 without a certificate. */
  tlsPort: number
  /** Adds a message, notifies idling clients and returns its UID. */
  add(user: string, raw: Buffer | string, more?: { folder?: string; receivedAt?: Date; flags?: string[] }): number
  /** Names are as on the wire (modified UTF-7, RFC 3501 §5.1.3). */
  folder(user: string, name?: string): StoredFolder
  expunge(user: string, uids: number[]): void
  renumber(user: string): void
  /** Misbehaves from the next sign-in of this user on; null ends it. Without a user, it applies to all clients, from the greeting on. */
  lie(user: string | null, lie: LieName | Lie | null): void
  /** The number of connections, and the times of sign-in attempts (epoch, ms). */
  connections(): number
  signIns(): number[]
  /** Whether this user's connection resumed an earlier TLS session. */
  isSessionReused(user: string): boolean
  /** Drops all connections at once, like a crashing server. */
  dropAll(): void
  stop(): Promise<void>
}

export interface ImapOptions {
  host?: string
  /** The password of all users. */
  password?: string
  tls?: { cert: string; key: string }
  /** Capabilities that are not offered. */
  without?: string[]
}

export async function startImap(options: ImapOptions = {}): Promise<ImapServer> {
  const { host = '127.0.0.1', password = 'secret', tls, without = [] } = options
  const world = newWorld({ password, tls: tls ? createSecureContext(tls) : null, without })
  const sockets = new Set<Socket>()
  const accept = (isSecure: boolean) => (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    serveClient(world, socket, isSecure)
  }
  // With `allowHalfOpen` false, Node closes our half once the client has closed its own.
  const plainServer = createServer({ allowHalfOpen: false }, accept(false))
  const secureServer = tls ? createTlsServer(tls, accept(true)) : null
  secureServer?.on('tlsClientError', (_, socket) => socket.destroy())
  const [port, tlsPort] = [await listen(plainServer, host), secureServer ? await listen(secureServer, host) : 0]
  const folder = (user: string, name = 'INBOX') => openFolder(openAccount(world, user), name)
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    tlsPort,
    add: (user, raw, { folder: name = 'INBOX', ...more } = {}) => appendMessage(folder(user, name), Buffer.from(raw), more),
    folder,
    expunge: (user, uids) => void removeMessages(folder(user), new Set(uids)),
    renumber: user => renumber(folder(user)),
    lie(user, nameOrLie) {
      const lie = typeof nameOrLie === 'string' ? findLie(nameOrLie) : nameOrLie
      if (user === null) world.lieToAll = lie
      else if (lie) world.lies.set(user, lie)
      else world.lies.delete(user)
    },
    connections: () => sockets.size,
    signIns: () => world.signIns,
    isSessionReused: user =>
      [...world.sessions].some(session => session.user === user && session.socket instanceof TLSSocket && session.socket.isSessionReused()),
    dropAll,
    async stop() {
      dropAll()
      await Promise.all([close(plainServer), secureServer && close(secureServer)])
    },
  }
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host, backlog: 4096 }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

const close = (server: Server): Promise<void> => new Promise(resolve => server.close(() => resolve()))
