// Manages the open sockets of this host: admission, limits, and closing idle ones.
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { networkOf } from '../foundation/networks.ts'
import { closeChannel } from './channel.ts'
import type { LiveDeps, Socket } from './deps.ts'
import type { Hub } from './hub.ts'
import { tokenErrors } from './join.ts'
import { burstMessages, closeCodes, messagesPerSecond, serveSocket } from './socket.ts'

export interface Sockets {
  /** Throws 401, 400 or 429 before a socket is opened. */
  admit(request: FastifyRequest): Promise<void>
  accept(ws: WebSocket, request: FastifyRequest): void
  /** Called every second. */
  tick(): void
  closeAll(): Promise<void>
}

/** An office may share one address. */
const maxPerNetwork = 200
/** Clients join as soon as the socket is open; others are closed. */
const joinWithinMs = 10_000
/** Clients send a heartbeat every 25 or 30 s. */
const maxSilenceMs = 90_000
/** Sockets that have not closed by then are terminated. */
const closeTimeoutMs = 1_000

const Query = z.object({ apikey: z.optional(z.string().check(z.maxLength(5000))), vsn: z._default(z.enum(['1.0.0', '2.0.0']), '1.0.0') })

export function openSockets(deps: LiveDeps, hub: Hub): Sockets {
  const { clock } = deps
  const open = new Map<Socket, string>()
  const countByNetwork = new Map<string, number>()
  let isClosing = false

  function adjustCount(network: string, by: 1 | -1): void {
    const now = (countByNetwork.get(network) ?? 0) + by
    if (now > 0) countByNetwork.set(network, now)
    else countByNetwork.delete(network)
  }

  return {
    async admit(request) {
      await requireKey(deps, request)
      if (isClosing) throw new HttpError(503, 'closing', 'The server is stopping. Try again in a moment.')
      if ((countByNetwork.get(networkOf(request.ip)) ?? 0) >= maxPerNetwork)
        throw new HttpError(429, 'too_many_sockets', 'Too many connections from your address. Close some and try again.')
    },
    accept(ws, request) {
      const socket = newSocket(ws, request, clock.now().getTime())
      const address = request.ip
      open.set(socket, address)
      adjustCount(networkOf(address), 1)
      ws.on('close', () => {
        open.delete(socket)
        adjustCount(networkOf(address), -1)
      })
      serveSocket(deps, hub, socket)
      if (isClosing) ws.close(closeCodes.goingAway)
    },
    tick() {
      const now = clock.now().getTime()
      for (const [socket, address] of open)
        if (deps.isBlocked(address)) socket.ws.close(closeCodes.blocked, 'Your address is blocked')
        else checkSocket(socket, now)
    },
    async closeAll() {
      isClosing = true
      for (const { ws } of open.keys()) ws.close(closeCodes.goingAway, 'The server is stopping')
      const deadline = clock.now().getTime() + closeTimeoutMs
      while (open.size > 0 && clock.now().getTime() < deadline) await clock.sleep(20)
      for (const { ws } of open.keys()) ws.terminate()
    },
  }
}

async function requireKey(deps: LiveDeps, request: FastifyRequest): Promise<void> {
  const query = Query.safeParse(request.query)
  if (!query.success) throw new HttpError(400, 'vsn_unknown', 'Use version 1.0.0 or 2.0.0 of the realtime wire.')
  const key = query.data.apikey ?? String(request.headers['apikey'] ?? '')
  if (!(await deps.isKey(key))) throw new HttpError(401, 'no_api_key', 'Send the publishable key as apikey.')
}

function newSocket(ws: WebSocket, request: FastifyRequest, now: number): Socket {
  const vsn = Query.safeParse(request.query).data?.vsn ?? '1.0.0'
  const state = { ws, vsn, openedAt: now, lastReceivedAt: now, tokens: burstMessages, hasJoined: false, waiting: 0 }
  return { ...state, channels: new Map(), queue: Promise.resolve() }
}

/** Refills the message budget, and closes silent and unjoined sockets and expired channels. */
function checkSocket(socket: Socket, now: number): void {
  socket.tokens = Math.min(burstMessages, socket.tokens + messagesPerSecond)
  if (now - socket.lastReceivedAt > maxSilenceMs) socket.ws.terminate()
  if (!socket.hasJoined && now - socket.openedAt > joinWithinMs) socket.ws.close(closeCodes.tooMany, 'No channel was joined within 10 s')
  for (const channel of [...socket.channels.values()])
    if (channel.endsAt <= now) closeChannel(channel, channel.userId ? tokenErrors.expired : tokenErrors.anybody)
}
