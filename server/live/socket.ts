// One socket: reads its frames one after the other, answers them, and is cut off when it asks too much.
import { z } from 'zod/mini'
import { closeChannel, isStillIn, reply } from './channel.ts'
import type { Hub } from './hub.ts'
import { join, mayHear, privateOnly, refusals } from './joining.ts'
import type { Channel, LiveParts, Socket } from './parts.ts'
import { speak } from './speaking.ts'
import { type Frame, readFrame } from './wire.ts'

/** What one socket may send: a page that opens joins and sends a few at once. */
export const burst = 60
export const perSecond = 20
/** Frames that wait while one is answered. */
const mostWaiting = 100
export const closes = { garbage: 1003, tooMany: 1008, goingAway: 1001 }

export function serve(parts: LiveParts, hub: Hub, socket: Socket): void {
  const { ws } = socket
  ws.on('message', (data, isBinary) => {
    socket.heardAt = parts.clock.now().getTime()
    socket.tokens--
    if (socket.tokens < 0 || socket.waiting > mostWaiting) return ws.close(closes.tooMany, 'Too many messages')
    const frame = Buffer.isBuffer(data) ? readFrame(socket.vsn, data, isBinary) : null
    if (!frame) return ws.close(closes.garbage, 'This is no frame of the realtime wire')
    socket.waiting++
    socket.turn = socket.turn
      .then(() => answer(parts, hub, socket, frame))
      .catch(error => {
        parts.log.error({ err: error, event: frame.event }, 'a realtime message could not be answered')
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

async function answer(parts: LiveParts, hub: Hub, socket: Socket, frame: Frame): Promise<void> {
  if (socket.ws.readyState !== socket.ws.OPEN) return
  if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
    reply(socket, frame, 'ok', {})
    return lookAtSessions(parts, socket)
  }
  if (frame.event === 'phx_join') return join(parts, hub, socket, frame)
  const channel = socket.channels.get(frame.topic)
  if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef))
    return reply(socket, frame, 'error', { reason: 'unmatched topic' })
  if (frame.event === 'phx_leave') {
    reply(socket, frame, 'ok', {})
    return closeChannel(channel)
  }
  if (frame.event === 'access_token') return renew(parts, hub, channel, frame)
  if (frame.event === 'broadcast') return broadcast(parts, channel, frame)
  if (frame.event === 'presence') return reply(socket, frame, 'error', { reason: 'PresenceDisabled: Presence is not offered here' })
  reply(socket, frame, 'error', { reason: `UnknownEvent: ${frame.event}` })
}

/** A heartbeat comes each half minute: so long at most a channel outlives a session that nothing happens in. */
async function lookAtSessions(parts: LiveParts, socket: Socket): Promise<void> {
  for (const channel of [...socket.channels.values()]) if (!(await isStillIn(parts, channel))) closeChannel(channel, refusals.ended)
}

const Token = z.looseObject({ access_token: z.nullish(z.string().check(z.maxLength(20_000))) })

/** A new token of the same person keeps the channel; any other ends it. */
async function renew(parts: LiveParts, hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const token = Token.safeParse(frame.payload).data?.access_token ?? ''
  // Clients send what they have at each beat of the heart.
  if (token === channel.token && channel.userId !== null && (await isStillIn(parts, channel))) return
  const who = await parts.whoIs(token)
  // The socket may have gone meanwhile, and with it the channel.
  if (channel.socket.channels.get(channel.topic) !== channel) return
  if (typeof who === 'string') return closeChannel(channel, refusals[who])
  if (channel.userId !== null && who.userId !== channel.userId)
    return closeChannel(channel, 'Unauthorized: This token is of another person')
  channel.token = token
  channel.seenAt = parts.clock.now().getTime()
  channel.endsAt = who.endsAt.getTime()
  if (channel.userId !== null) return
  const reason = mayHear(hub, channel, who, channel.topic.replace(/^realtime:/, ''))
  if (reason) return closeChannel(channel, reason)
  const isFirst = hub.enter(channel, who.userId)
  channel.socket.hasJoined = true
  if (isFirst) hub.look([who.userId])
  else await hub.catchUp(channel)
}

const Broadcast = z.looseObject({ event: z.string().check(z.minLength(1)), payload: z.unknown(), isBytes: z.optional(z.boolean()) })

async function broadcast(parts: LiveParts, channel: Channel, frame: Frame): Promise<void> {
  const read = Broadcast.safeParse(frame.payload)
  const topic = channel.topic.replace(/^realtime:/, '')
  const reason = await whyNot()
  if (reason) reply(channel.socket, frame, 'error', { reason })
  else if (channel.acks) reply(channel.socket, frame, 'ok', {})

  async function whyNot(): Promise<string | null> {
    if (!read.success) return 'InvalidBroadcast: The broadcast could not be read'
    if (!channel.isPrivate || channel.userId === null) return privateOnly
    if (!(await isStillIn(parts, channel))) {
      closeChannel(channel, refusals.ended)
      return refusals.ended
    }
    const { event, payload, isBytes = false } = read.data
    return speak(parts, channel.userId, topic, channel, { event, payload, isBytes })
  }
}
