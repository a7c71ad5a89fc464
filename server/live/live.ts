// Opens the realtime wire at /realtime/v1: sockets, row changes and broadcasts.
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { receiveBroadcast } from './broadcast.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import type { LiveDeps } from './deps.ts'
import { openHub } from './hub.ts'
import { openSockets, type Sockets } from './sockets.ts'

export interface Live {
  /** Mounts the wire; its sockets end with the server. */
  register(app: FastifyInstance): Promise<void>
}

/** What is heard of other hosts: whose rows may have changed, which are looked at now and not within a second, and what was called out. */
export interface LiveListener {
  changed(userIds: string[]): void
  called(text: string): void
}

const path = '/realtime/v1/websocket'
const roundMs = 1_000
/** A token and some rows' worth; a broadcast is smaller. */
const mostFrameBytes = 64 * 1024

/** `listen` begins with the wire and ends with it. */
export function openLive(deps: LiveDeps, listen: (ears: LiveListener) => { stop(): Promise<void> }): Live {
  const hub = openHub(deps)
  const sockets = openSockets(deps, hub)
  return {
    async register(app) {
      const round = deps.clock.every(roundMs, () => {
        sockets.round()
        hub.look()
      })
      app.addHook('preClose', async () => {
        await round.stop()
        await hub.stop()
      })
      const listening = listen({ changed: hub.look, called: text => receiveBroadcast(hub, text) })
      app.addHook('onClose', listening.stop)
      await app.register(async scope => mountSocket(scope, sockets))
      await app.register(async scope => broadcastRoutes(scope, deps), { prefix: '/realtime/v1' })
    },
  }
}

async function mountSocket(app: FastifyInstance, sockets: Sockets): Promise<void> {
  const upgrades = takeUpgrades(app)
  await app.register(websocket, {
    options: { server: upgrades, maxPayload: mostFrameBytes, perMessageDeflate: false },
    preClose: sockets.closeAll,
    // A frame that is too large, or a connection that broke: ws has closed it already.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a realtime socket broke')
      socket.terminate()
    },
  })
  app.get(path, { websocket: true, preValidation: sockets.admit }, (ws, request) => sockets.take(ws, request))
}

/** Any other URL that asks for a socket is refused before it reaches a route, where it would be held open. */
function takeUpgrades(app: FastifyInstance): FastifyInstance['server'] {
  // It never listens: it only hands on.
  const upgrades = Fastify().server
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] === path) upgrades.emit('upgrade', request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  return upgrades
}
