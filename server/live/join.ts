// Joins a channel: checks the token, and that the user may subscribe to what they ask for.
import { randomToken } from '../foundation/seal.ts'
import { asksForOthers, bind, type ChangeBinding, Join } from './bindings.ts'
import { closeChannel, reply, sendSystem, write } from './channel.ts'
import type { Channel, LiveDeps, LiveUser, Socket, TokenRefusal } from './deps.ts'
import type { Hub } from './hub.ts'
import { type Frame, writeFrame } from './wire.ts'

const mostChannels = 20
/** Tabs and devices of one person on this host. */
const mostSockets = 30
const sayWhoWithinMs = 10_000

export const privateOnly = 'PrivateOnly: Only private channels of your own, user:<your id>, carry broadcasts'

/** Why a token is not taken, as the client is told. */
export const refusals: Record<TokenRefusal, string> = {
  anybody: 'Unauthorized: Sign in first, then join with your access token',
  expired: 'InvalidJWTToken: Token has expired',
  ended: 'Unauthorized: The session of this token has ended',
  invalid: 'InvalidJWTToken: Token is not valid',
  second_step: 'Unauthorized: Enter the code of your second factor first',
}

/** Answers phx_join: ok comes before any event. */
export async function join(deps: LiveDeps, hub: Hub, socket: Socket, frame: Frame): Promise<void> {
  const read = Join.safeParse(frame.payload ?? {})
  const topic = frame.topic.replace(/^realtime:/, '')
  if (!read.success || topic === frame.topic || topic === '') return refuse(socket, frame, 'InvalidJoin: The join could not be read')
  if (socket.channels.size >= mostChannels && !socket.channels.has(frame.topic))
    return refuse(socket, frame, 'ChannelRateLimitReached: Too many channels')
  const { config, access_token: token } = read.data
  const channel = channelOf(deps, hub, socket, frame, token ?? '')
  channel.isPrivate = config?.private === true
  channel.acks = config?.broadcast?.ack === true
  channel.hearsItself = config?.broadcast?.self === true
  const who = await whoJoins(deps, channel)
  const reason =
    typeof who === 'string' ? who : (bindTo(channel, config?.postgres_changes ?? []) ?? refusalToSubscribe(hub, channel, who, topic))
  if (typeof who === 'string' || reason) return refuse(socket, frame, reason ?? '')
  const before = socket.channels.get(frame.topic)
  if (before) closeChannel(before)
  channel.since = await deps.newCursor()
  if (who) {
    channel.endsAt = who.endsAt.getTime()
    hub.enter(channel, who.userId)
    socket.hasJoined = true
  }
  if (socket.ws.readyState !== socket.ws.OPEN) return hub.leave(channel)
  socket.channels.set(frame.topic, channel)
  welcome(channel, frame, config?.presence?.enabled !== false)
}

/** Null for a client of version 1 that joins by its key and says at once afterwards who it is; a sentence for who may not. */
async function whoJoins(deps: LiveDeps, { token, socket, isPrivate }: Channel): Promise<LiveUser | string | null> {
  const who = await deps.whoIs(token)
  if (typeof who !== 'string') return who
  const saysLater = who === 'anybody' && token !== '' && socket.vsn === '1.0.0' && !isPrivate
  return saysLater ? null : refusals[who]
}

function channelOf({ clock }: LiveDeps, hub: Hub, socket: Socket, frame: Frame, token: string): Channel {
  const now = clock.now().getTime()
  const channel: Channel = {
    key: randomToken(9),
    socket,
    topic: frame.topic,
    joinRef: frame.joinRef ?? frame.ref,
    userId: null,
    token,
    endsAt: now + sayWhoWithinMs,
    seenAt: now,
    since: '',
    bounds: [],
    isPrivate: false,
    acks: false,
    hearsItself: false,
    onClosed: () => hub.leave(channel),
  }
  return channel
}

function bindTo(channel: Channel, requested: unknown[]): string | null {
  // Nobody here has anything to say to strangers.
  if (!channel.isPrivate && requested.length === 0) return privateOnly
  try {
    channel.bounds = bind(requested)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Null when this person may hear what the channel is bound to; of somebody who says later who they are, that is asked then. */
export function refusalToSubscribe(hub: Hub, { bounds, isPrivate, socket }: Channel, who: LiveUser | null, topic: string): string | null {
  if (!who) return null
  const { userId } = who
  if (isPrivate && !isOwn(topic, userId)) return `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
  if (asksForOthers(bounds, userId)) return 'Unauthorized: You may listen to changes of your own rows alone'
  const sockets = new Set([...hub.channelsOf(userId)].map(one => one.socket))
  const isTooMany = sockets.size >= mostSockets && !sockets.has(socket)
  return isTooMany ? 'ConnectionRateLimitReached: Too many connections of one person' : null
}

/** A person speaks to their own devices alone. */
export const isOwn = (topic: string, userId: string): boolean => topic === `user:${userId}` || topic.startsWith(`${userId}:`)

function welcome(channel: Channel, frame: Frame, hearsPresence: boolean): void {
  const { socket, topic, joinRef, bounds } = channel
  reply(socket, frame, 'ok', { postgres_changes: bounds.map(mirrored) })
  if (hearsPresence) write(socket, writeFrame(socket.vsn, { joinRef, ref: null, topic, event: 'presence_state', payload: {} }))
  if (bounds.length > 0) sendSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}

const mirrored = ({ id, requested }: ChangeBinding) => ({ id, ...requested })

function refuse(socket: Socket, frame: Frame, reason: string): void {
  reply(socket, frame, 'error', { reason })
}
