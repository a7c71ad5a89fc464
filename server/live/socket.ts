// One realtime socket: handles its frames in order, and closes it when it sends too many.
import { z } from 'zod/mini'
import { sendBroadcast } from './broadcast.ts'
import { closeChannel, isStillIn, reply } from './channel.ts'
import type { Channel, LiveDeps, Socket } from './deps.ts'
import type { Hub } from './hub.ts'
import { join, privateOnly, refusals, refusalToSubscribe } from './join.ts'
import { type Frame, readFrame } from './wire.ts'

/** What one socket may send: a page that opens joins and sends a few at once. */
export const burst = 60
export const perSecond = 20
/** Frames that wait while one is answered. */
const mostWaiting = 100
export const closes = { garbage: 1003, tooMany: 1008, goingAway: 1001 }

export function serve(deps: LiveDeps, hub: Hub, socket: Socket): void {
  const { ws } = socket
  ws.on('message', (data, isBinary) => {
    socket.heardAt = deps.clock.now().getTime()
    socket.tokens--
    if (socket.tokens < 0 || socket.waiting > mostWaiting) return ws.close(closes.tooMany, 'Too many messages')
    const frame = Buffer.isBuffer(data) ? readFrame(socket.vsn, data, isBinary) : null
    if (!frame) return ws.close(closes.garbage, 'This is no frame of the realtime wire')
    socket.waiting++
    socket.turn = socket.turn
      .then(() => answer(deps, hub, socket, frame))
      .catch(error => {
        deps.log.error({ err: error, event: frame.event }, 'a realtime message could not be answered')
        reply(socket, frame, 'error', { reason: 'Something went wrong on our side. Try again.' })
      })
      .finally(() => {
        socket.waiting--
      })
  })
  ws.on('close', () => {
    for (const channel of socket.channels.values()) hub.leave(channel)
    socket.channels.clear()
  })
}

async function answer(deps: LiveDeps, hub: Hub, socket: Socket, frame: Frame): Promise<void> {
  if (socket.ws.readyState !== socket.ws.OPEN) return
  if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
    reply(socket, frame, 'ok', {})
    return lookAtSessions(deps, socket)
  }
  if (frame.event === 'phx_join') return join(deps, hub, socket, frame)
  const channel = socket.channels.get(frame.topic)
  if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef))
    return reply(socket, frame, 'error', { reason: 'unmatched topic' })
  if (frame.event === 'phx_leave') {
    reply(socket, frame, 'ok', {})
    return closeChannel(channel)
  }
  if (frame.event === 'access_token') return renew(deps, hub, channel, frame)
  if (frame.event === 'broadcast') return broadcast(deps, channel, frame)
  if (frame.event === 'presence') return reply(socket, frame, 'error', { reason: 'PresenceDisabled: Presence is not offered here' })
  reply(socket, frame, 'error', { reason: `UnknownEvent: ${frame.event}` })
}

/** A heartbeat comes each half minute: so long at most a channel outlives a session that nothing happens in. */
async function lookAtSessions(deps: LiveDeps, socket: Socket): Promise<void> {
  for (const channel of [...socket.channels.values()]) if (!(await isStillIn(deps, channel))) closeChannel(channel, refusals.ended)
}

const Token = z.looseObject({ access_token: z.nullish(z.string().check(z.maxLength(20_000))) })

/** A new token of the same person keeps the channel; any other ends it. */
async function renew(deps: LiveDeps, hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const token = Token.safeParse(frame.payload).data?.access_token ?? ''
  // Clients send what they have at each beat of the heart.
  if (token === channel.token && channel.userId !== null && (await isStillIn(deps, channel))) return
  const who = await deps.whoIs(token)
  // The socket may have gone meanwhile, and with it the channel.
  if (channel.socket.channels.get(channel.topic) !== channel) return
  if (typeof who === 'string') return closeChannel(channel, refusals[who])
  if (channel.userId !== null && who.userId !== channel.userId)
    return closeChannel(channel, 'Unauthorized: This token is of another person')
  channel.token = token
  channel.seenAt = deps.clock.now().getTime()
  channel.endsAt = who.endsAt.getTime()
  if (channel.userId !== null) return
  const reason = refusalToSubscribe(hub, channel, who, channel.topic.replace(/^realtime:/, ''))
  if (reason) return closeChannel(channel, reason)
  const isFirst = hub.enter(channel, who.userId)
  channel.socket.hasJoined = true
  if (isFirst) hub.look([who.userId])
  else await hub.catchUp(channel)
}

const Broadcast = z.looseObject({ event: z.string().check(z.minLength(1)), payload: z.unknown(), isBytes: z.optional(z.boolean()) })

async function broadcast(deps: LiveDeps, channel: Channel, frame: Frame): Promise<void> {
  const read = Broadcast.safeParse(frame.payload)
  const topic = channel.topic.replace(/^realtime:/, '')
  const reason = await whyNot()
  if (reason) reply(channel.socket, frame, 'error', { reason })
  else if (channel.acks) reply(channel.socket, frame, 'ok', {})

  async function whyNot(): Promise<string | null> {
    if (!read.success) return 'InvalidBroadcast: The broadcast could not be read'
    if (!channel.isPrivate || channel.userId === null) return privateOnly
    if (!(await isStillIn(deps, channel))) {
      closeChannel(channel, refusals.ended)
      return refusals.ended
    }
    const { event, payload, isBytes = false } = read.data
    return sendBroadcast(deps, channel.userId, topic, channel, { event, payload, isBytes })
  }
}
