// Handles one realtime socket's frames in order, and closes it if it sends too many.
import { z } from 'zod/mini'
import { sendBroadcast } from './broadcast.ts'
import { closeChannel, hasValidSession, reply } from './channel.ts'
import type { Channel, LiveDeps, Socket } from './deps.ts'
import type { Hub } from './hub.ts'
import { checkSubscriber, joinChannel, privateOnly, tokenErrors } from './join.ts'
import { type Frame, readFrame } from './wire.ts'

/** Message limits per socket: an opening page joins several channels at once. */
export const burstMessages = 60
export const messagesPerSecond = 20
/** Frames that may wait while one is handled. */
const maxWaiting = 100
export const closeCodes = { garbage: 1003, tooMany: 1008, blocked: 1008, goingAway: 1001 }

export function serveSocket(deps: LiveDeps, hub: Hub, socket: Socket): void {
  const { ws } = socket
  ws.on('message', (data, isBinary) => {
    socket.lastReceivedAt = deps.clock.now().getTime()
    socket.tokens--
    if (socket.tokens < 0 || socket.waiting > maxWaiting) return ws.close(closeCodes.tooMany, 'Too many messages')
    const frame = Buffer.isBuffer(data) ? readFrame(socket.vsn, data, isBinary) : null
    if (!frame) return ws.close(closeCodes.garbage, 'Not a frame of the realtime wire')
    socket.waiting++
    socket.queue = socket.queue
      .then(() => handleFrame(deps, hub, socket, frame))
      .catch(error => {
        deps.log.error({ err: error, event: frame.event }, 'a realtime message could not be handled')
        reply(socket, frame, 'error', { reason: 'Something went wrong on our side. Try again.' })
      })
      .finally(() => {
        socket.waiting--
      })
  })
  ws.on('close', () => {
    for (const channel of socket.channels.values()) hub.unsubscribe(channel)
    socket.channels.clear()
  })
}

async function handleFrame(deps: LiveDeps, hub: Hub, socket: Socket, frame: Frame): Promise<void> {
  if (socket.ws.readyState !== socket.ws.OPEN) return
  if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
    reply(socket, frame, 'ok', {})
    return checkSessions(deps, socket)
  }
  if (frame.event === 'phx_join') return joinChannel(deps, hub, socket, frame)
  const channel = socket.channels.get(frame.topic)
  if (!channel || (frame.joinRef !== null && frame.joinRef !== channel.joinRef))
    return reply(socket, frame, 'error', { reason: 'unmatched topic' })
  if (frame.event === 'phx_leave') {
    reply(socket, frame, 'ok', {})
    return closeChannel(channel)
  }
  if (frame.event === 'access_token') return renewToken(deps, hub, channel, frame)
  if (frame.event === 'broadcast') return broadcast(deps, channel, frame)
  if (frame.event === 'presence') return reply(socket, frame, 'error', { reason: 'PresenceDisabled: Presence is not offered here' })
  reply(socket, frame, 'error', { reason: `UnknownEvent: ${frame.event}` })
}

/** Runs on each heartbeat, so that an idle channel outlives its session by at most half a minute. */
async function checkSessions(deps: LiveDeps, socket: Socket): Promise<void> {
  for (const channel of [...socket.channels.values()]) if (!(await hasValidSession(deps, channel))) closeChannel(channel, tokenErrors.ended)
}

const Token = z.looseObject({ access_token: z.nullish(z.string().check(z.maxLength(20_000))) })

/** A new token of the same user keeps the channel; any other closes it. */
async function renewToken(deps: LiveDeps, hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const token = Token.safeParse(frame.payload).data?.access_token ?? ''
  // Clients resend their current token with each heartbeat.
  if (token === channel.token && channel.userId !== null && (await hasValidSession(deps, channel))) return
  const user = await deps.authenticate(token)
  // The socket may have closed in the meantime, and with it the channel.
  if (channel.socket.channels.get(channel.topic) !== channel) return
  if (typeof user === 'string') return closeChannel(channel, tokenErrors[user])
  if (channel.userId !== null && user.userId !== channel.userId)
    return closeChannel(channel, 'Unauthorized: This token belongs to another user')
  channel.token = token
  channel.checkedAt = deps.clock.now().getTime()
  channel.endsAt = user.endsAt.getTime()
  if (channel.userId !== null) return
  const reason = checkSubscriber(hub, channel, user, channel.topic.replace(/^realtime:/, ''))
  if (reason) return closeChannel(channel, reason)
  const isFirst = hub.subscribe(channel, user.userId)
  channel.socket.hasJoined = true
  if (isFirst) hub.readChanges([user.userId])
  else await hub.catchUp(channel)
}

const Broadcast = z.looseObject({
  event: z.string().check(z.minLength(1), z.maxLength(255)),
  payload: z.unknown(),
  isBytes: z.optional(z.boolean()),
})

async function broadcast(deps: LiveDeps, channel: Channel, frame: Frame): Promise<void> {
  const parsed = Broadcast.safeParse(frame.payload)
  const topic = channel.topic.replace(/^realtime:/, '')
  const reason = await trySend()
  if (reason) reply(channel.socket, frame, 'error', { reason })
  else if (channel.sendsAcks) reply(channel.socket, frame, 'ok', {})

  async function trySend(): Promise<string | null> {
    if (!parsed.success) return 'InvalidBroadcast: The broadcast could not be read'
    if (!channel.isPrivate || channel.userId === null) return privateOnly
    if (!(await hasValidSession(deps, channel))) {
      closeChannel(channel, tokenErrors.ended)
      return tokenErrors.ended
    }
    const { event, payload, isBytes = false } = parsed.data
    return sendBroadcast(deps, channel.userId, topic, channel, { event, payload, isBytes })
  }
}
