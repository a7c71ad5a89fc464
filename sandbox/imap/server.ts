// A mail server for tests and benchmarks alone: honest and very light, or lying where it is told to.
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'
import { append, type Folder, remove, renumber } from './folder.ts'
import { type LieName, lieOf } from './lies.ts'
import { serve } from './session.ts'
import type { Lie } from './shapes.ts'
import { accountOf, folderOf, newWorld } from './world.ts'

export interface ImapServer {
  port: number
  /** TLS from the first byte; 0 without a certificate. */
  tlsPort: number
  /** Puts a mail in and tells whoever listens; answers its UID. */
  add(user: string, raw: Buffer | string, more?: { folder?: string; receivedAt?: Date; flags?: string[] }): number
  /** Names are those of the wire (modified UTF-7, RFC 3501 §5.1.3). */
  folder(user: string, name?: string): Folder
  expunge(user: string, uids: number[]): void
  renumber(user: string): void
  /** From the next sign-in of this user on; null is honest again. Without a user, all are lied to, from the greeting on. */
  lie(user: string | null, lie: LieName | Lie | null): void
  /** How many are connected, and when sign-ins were tried (epoch, ms). */
  connections(): number
  signIns(): number[]
  /** Whether this user's connection took up an earlier TLS session. */
  isSessionReused(user: string): boolean
  /** Ends all connections at once, as a server does that falls. */
  dropAll(): void
  stop(): Promise<void>
}

export interface ImapOptions {
  host?: string
  /** The password of everybody. */
  password?: string
  tls?: { cert: string; key: string }
  /** Capabilities that are not offered. */
  without?: string[]
}

export async function startImap(options: ImapOptions = {}): Promise<ImapServer> {
  const { host = '127.0.0.1', password = 'secret', tls, without = [] } = options
  const world = newWorld({ password, tls: tls ? createSecureContext(tls) : null, without })
  const sockets = new Set<Socket>()
  const keep = (isSecure: boolean) => (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    serve(world, socket, isSecure)
  }
  // A half of a connection that the client ended stays open where a lie wants that.
  const plain = createServer({ allowHalfOpen: false }, keep(false))
  const secure = tls ? createTlsServer(tls, keep(true)) : null
  secure?.on('tlsClientError', (_, socket) => socket.destroy())
  const [port, tlsPort] = [await listen(plain, host), secure ? await listen(secure, host) : 0]
  const folder = (user: string, name = 'INBOX') => folderOf(accountOf(world, user), name)
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    tlsPort,
    add: (user, raw, { folder: name = 'INBOX', ...more } = {}) => append(folder(user, name), Buffer.from(raw), more),
    folder,
    expunge: (user, uids) => void remove(folder(user), new Set(uids)),
    renumber: user => renumber(folder(user)),
    lie(user, given) {
      const lie = typeof given === 'string' ? lieOf(given) : given
      if (user === null) world.lieToAll = lie
      else if (lie) world.lies.set(user, lie)
      else world.lies.delete(user)
    },
    connections: () => sockets.size,
    signIns: () => world.signIns,
    isSessionReused: user =>
      [...world.sessions].some(one => one.user === user && one.socket instanceof TLSSocket && one.socket.isSessionReused()),
    dropAll,
    async stop() {
      dropAll()
      await Promise.all([close(plain), secure && close(secure)])
    },
  }
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen({ port: 0, host, backlog: 4096 }, () => {
      const at = server.address()
      done(typeof at === 'object' && at ? at.port : 0)
    })
  })
}

const close = (server: Server): Promise<void> => new Promise(done => server.close(() => done()))
