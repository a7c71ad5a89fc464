// The open sockets of this host: who may open one, how many, and when idle ones are closed.
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { closeChannel } from './channel.ts'
import type { LiveDeps, Socket } from './deps.ts'
import type { Hub } from './hub.ts'
import { refusals } from './join.ts'
import { burst, closes, perSecond, serve } from './socket.ts'

export interface Sockets {
  /** Throws 401, 400 or 429 before there is a socket. */
  admit(request: FastifyRequest): Promise<void>
  take(ws: WebSocket, request: FastifyRequest): void
  /** What is due each second. */
  round(): void
  closeAll(): Promise<void>
}

/** An office may stand behind one address. */
const mostOfAddress = 200
/** Strangers do not sit here: the client joins as soon as it is open. */
const joinWithinMs = 10_000
/** The client's heart beats each 25 or 30 s. */
const silentMs = 90_000
/** Who has not said goodbye by then is cut off. */
const goodbyeMs = 1_000

const Query = z.object({ apikey: z.optional(z.string()), vsn: z._default(z.enum(['1.0.0', '2.0.0']), '1.0.0') })

export function openSockets(deps: LiveDeps, hub: Hub): Sockets {
  const { clock } = deps
  const open = new Map<Socket, string>()
  const ofAddress = new Map<string, number>()
  let isClosing = false

  function count(address: string, by: 1 | -1): void {
    const now = (ofAddress.get(address) ?? 0) + by
    if (now > 0) ofAddress.set(address, now)
    else ofAddress.delete(address)
  }

  return {
    async admit(request) {
      await requireKey(deps, request)
      if (isClosing) throw new HttpError(503, 'closing', 'The server is stopping. Try again in a moment.')
      if ((ofAddress.get(request.ip) ?? 0) >= mostOfAddress)
        throw new HttpError(429, 'too_many_sockets', 'Too many connections from your address. Close some and try again.')
    },
    take(ws, request) {
      const socket = newSocket(ws, request, clock.now().getTime())
      const address = request.ip
      open.set(socket, address)
      count(address, 1)
      ws.on('close', () => {
        open.delete(socket)
        count(address, -1)
      })
      serve(deps, hub, socket)
      if (isClosing) ws.close(closes.goingAway)
    },
    round() {
      const now = clock.now().getTime()
      for (const socket of open.keys()) look(socket, now)
    },
    async closeAll() {
      isClosing = true
      for (const { ws } of open.keys()) ws.close(closes.goingAway, 'The server is stopping')
      const giveUp = clock.now().getTime() + goodbyeMs
      while (open.size > 0 && clock.now().getTime() < giveUp) await clock.sleep(20)
      for (const { ws } of open.keys()) ws.terminate()
    },
  }
}

async function requireKey(deps: LiveDeps, request: FastifyRequest): Promise<void> {
  const query = Query.safeParse(request.query)
  if (!query.success) throw new HttpError(400, 'vsn_unknown', 'Speak version 1.0.0 or 2.0.0 of the realtime wire.')
  const key = query.data.apikey ?? String(request.headers['apikey'] ?? '')
  if (!(await deps.isKey(key))) throw new HttpError(401, 'no_api_key', 'Send the publishable key as apikey.')
}

function newSocket(ws: WebSocket, request: FastifyRequest, now: number): Socket {
  const vsn = Query.safeParse(request.query).data?.vsn ?? '1.0.0'
  const state = { ws, vsn, openedAt: now, heardAt: now, tokens: burst, hasJoined: false, waiting: 0 }
  return { ...state, channels: new Map(), turn: Promise.resolve() }
}

/** It may say more again; what is silent, joins nothing, or has ended is closed. */
function look(socket: Socket, now: number): void {
  socket.tokens = Math.min(burst, socket.tokens + perSecond)
  if (now - socket.heardAt > silentMs) socket.ws.terminate()
  if (!socket.hasJoined && now - socket.openedAt > joinWithinMs) socket.ws.close(closes.tooMany, 'Nothing was joined within 10 s')
  for (const channel of [...socket.channels.values()])
    if (channel.endsAt <= now) closeChannel(channel, channel.userId ? refusals.expired : refusals.anybody)
}
