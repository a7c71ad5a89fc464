// Joins a channel: checks the token, and whether the user may subscribe to what they request.
import { randomToken } from '../foundation/seal.ts'
import { type ChangeBinding, findUnpublished, JoinPayload, parseBindings, requestsOthersRows } from './bindings.ts'
import { closeChannel, reply, sendSystem, write } from './channel.ts'
import type { Channel, LiveDeps, LiveUser, Socket, TokenRefusal } from './deps.ts'
import type { Hub } from './hub.ts'
import { type Frame, writeFrame } from './wire.ts'

const maxChannels = 20
/** Tabs and devices of one user on this host. */
const maxSockets = 30
const authenticateWithinMs = 10_000

export const privateOnly = 'PrivateOnly: Only private channels of your own, user:<your id>, carry broadcasts'

/** The client-facing reason for refusing a token. */
export const tokenErrors: Record<TokenRefusal, string> = {
  anybody: 'Unauthorized: Sign in first, then join with your access token',
  expired: 'InvalidJWTToken: Token has expired',
  ended: 'Unauthorized: The session of this token has ended',
  invalid: 'InvalidJWTToken: Token is not valid',
  second_step: 'Unauthorized: Enter the code of your second factor first',
}

/** Handles phx_join: the ok reply comes before any event. */
export async function joinChannel(deps: LiveDeps, hub: Hub, socket: Socket, frame: Frame): Promise<void> {
  const parsed = JoinPayload.safeParse(frame.payload ?? {})
  const topic = frame.topic.replace(/^realtime:/, '')
  if (!parsed.success || topic === frame.topic || topic === '') return refuse(socket, frame, 'InvalidJoin: The join could not be read')
  if (socket.channels.size >= maxChannels && !socket.channels.has(frame.topic))
    return refuse(socket, frame, 'ChannelRateLimitReached: Too many channels')
  const { config, access_token: token } = parsed.data
  const channel = newChannel(deps, hub, socket, frame, token ?? '')
  channel.isPrivate = config?.private === true
  channel.sendsAcks = config?.broadcast?.ack === true
  channel.receivesOwn = config?.broadcast?.self === true
  const user = await authenticateJoin(deps, channel)
  const reason =
    typeof user === 'string' ? user : (setBindings(channel, config?.postgres_changes ?? []) ?? checkSubscriber(hub, channel, user, topic))
  if (typeof user === 'string' || reason) return refuse(socket, frame, reason ?? '')
  const replaced = socket.channels.get(frame.topic)
  if (replaced) closeChannel(replaced)
  channel.since = await deps.newCursor()
  if (user) {
    channel.endsAt = user.endsAt.getTime()
    hub.subscribe(channel, user.userId)
    socket.hasJoined = true
  }
  if (socket.ws.readyState !== socket.ws.OPEN) return hub.unsubscribe(channel)
  socket.channels.set(frame.topic, channel)
  confirmJoin(channel, frame, config?.presence?.enabled !== false)
}

/** Null for a version 1 client that joins with the publishable key and sends its token right afterwards; a string is the reason for a refusal. */
async function authenticateJoin(deps: LiveDeps, { token, socket, isPrivate }: Channel): Promise<LiveUser | string | null> {
  const user = await deps.authenticate(token)
  if (typeof user !== 'string') return user
  const authenticatesLater = user === 'anybody' && token !== '' && socket.vsn === '1.0.0' && !isPrivate
  return authenticatesLater ? null : tokenErrors[user]
}

function newChannel({ clock }: LiveDeps, hub: Hub, socket: Socket, frame: Frame, token: string): Channel {
  const now = clock.now().getTime()
  const channel: Channel = {
    key: randomToken(9),
    socket,
    topic: frame.topic,
    joinRef: frame.joinRef ?? frame.ref,
    userId: null,
    token,
    endsAt: now + authenticateWithinMs,
    checkedAt: now,
    since: '',
    bindings: [],
    isPrivate: false,
    sendsAcks: false,
    receivesOwn: false,
    onClosed: () => hub.unsubscribe(channel),
  }
  return channel
}

function setBindings(channel: Channel, requested: unknown[]): string | null {
  // Public channels carry only row changes.
  if (!channel.isPrivate && requested.length === 0) return privateOnly
  try {
    channel.bindings = parseBindings(requested)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Null when the user may subscribe to the channel's bindings; without a user yet, this is checked later. */
export function checkSubscriber(hub: Hub, { bindings, isPrivate, socket }: Channel, user: LiveUser | null, topic: string): string | null {
  if (!user) return null
  const { userId } = user
  if (isPrivate && !isOwnTopic(topic, userId)) return `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
  if (requestsOthersRows(bindings, userId)) return 'Unauthorized: You may only listen to changes of your own rows'
  const sockets = new Set([...hub.listChannels(userId)].map(c => c.socket))
  const isTooMany = sockets.size >= maxSockets && !sockets.has(socket)
  return isTooMany ? 'ConnectionRateLimitReached: Too many connections of one user' : null
}

/** Users may only broadcast to their own devices. */
export const isOwnTopic = (topic: string, userId: string): boolean => topic === `user:${userId}` || topic.startsWith(`${userId}:`)

function confirmJoin(channel: Channel, frame: Frame, wantsPresence: boolean): void {
  const { socket, topic, joinRef, bindings } = channel
  reply(socket, frame, 'ok', { postgres_changes: bindings.map(echoBinding) })
  if (wantsPresence) write(socket, writeFrame(socket.vsn, { joinRef, ref: null, topic, event: 'presence_state', payload: {} }))
  const problem = findUnpublished(bindings)
  if (problem) channel.bindings = []
  if (problem) sendSystem(channel, 'postgres_changes', 'error', problem)
  else if (bindings.length > 0) sendSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}

const echoBinding = ({ id, requested }: ChangeBinding) => ({ id, ...requested })

function refuse(socket: Socket, frame: Frame, reason: string): void {
  reply(socket, frame, 'error', { reason })
}
