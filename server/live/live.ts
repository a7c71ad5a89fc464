// Opens the realtime API at /realtime/v1: sockets, row changes and broadcasts.
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

/** Receives signals from other hosts: users whose rows may have changed, and broadcasts. */
export interface LiveListener {
  onChange(userIds: string[]): void
  onBroadcast(text: string): void
}

const path = '/realtime/v1/websocket'
const tickMs = 1_000
/** Enough for a token and some bindings; broadcasts are smaller. */
const maxFrameBytes = 64 * 1024

/** `listen` starts and stops together with the wire. */
export function openLive(deps: LiveDeps, listen: (listener: LiveListener) => { stop(): Promise<void> }): Live {
  const hub = openHub(deps)
  const sockets = openSockets(deps, hub)
  return {
    async register(app) {
      const round = deps.clock.every(tickMs, () => {
        sockets.tick()
        hub.readChanges()
      })
      app.addHook('preClose', async () => {
        await round.stop()
        await hub.stop()
      })
      const listening = listen({ onChange: hub.readChanges, onBroadcast: text => receiveBroadcast(hub, text) })
      app.addHook('onClose', listening.stop)
      await app.register(async scope => mountSocket(scope, sockets))
      await app.register(async scope => broadcastRoutes(scope, deps), { prefix: '/realtime/v1' })
    },
  }
}

async function mountSocket(app: FastifyInstance, sockets: Sockets): Promise<void> {
  const upgrades = filterUpgrades(app)
  await app.register(websocket, {
    options: { server: upgrades, maxPayload: maxFrameBytes, perMessageDeflate: false },
    preClose: sockets.closeAll,
    // A too large frame or a broken connection: ws has already closed it.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a realtime socket failed')
      socket.terminate()
    },
  })
  app.get(path, { websocket: true, preValidation: sockets.admit }, (ws, request) => sockets.accept(ws, request))
}

/** Refuses upgrade requests for other URLs before they reach a route, where they would stay open. */
function filterUpgrades(app: FastifyInstance): FastifyInstance['server'] {
  // This server never listens; it only receives upgrade events.
  const upgrades = Fastify().server
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] === path) upgrades.emit('upgrade', request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  return upgrades
}
