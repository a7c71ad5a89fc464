// One channel of a realtime socket: writes to it, rechecks its session, and closes it.
import type { Channel, LiveDeps, Socket } from './deps.ts'
import { type Frame, writeFrame } from './wire.ts'

/** Who reads so slowly that this much waits for them is cut off; they come back and ask for all. */
const mostWaitingBytes = 1024 * 1024
/** As old as the answer about a session may be. */
const seenMs = 3_000

export function send(channel: Channel, event: string, payload: unknown): void {
  write(channel.socket, writeFrame(channel.socket.vsn, { joinRef: channel.joinRef, ref: null, topic: channel.topic, event, payload }))
}

export function reply(socket: Socket, { joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void {
  write(socket, writeFrame(socket.vsn, { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))
}

export function write({ ws }: Pick<Socket, 'ws'>, text: string | Buffer): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > mostWaitingBytes) ws.terminate()
  else ws.send(text)
}

/** Ends it with a message that says why, where there is a reason; the client goes on from phx_close. */
export function closeChannel(channel: Channel, why?: string): void {
  const { socket, topic, joinRef } = channel
  if (socket.channels.get(topic) !== channel) return
  socket.channels.delete(topic)
  channel.onClosed()
  if (why) sendSystem(channel, 'system', 'error', why)
  write(socket, writeFrame(socket.vsn, { joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} }))
}

export function sendSystem(channel: Channel, extension: string, status: 'ok' | 'error', message: string): void {
  send(channel, 'system', { extension, status, message, channel: channel.topic.replace(/^realtime:/, '') })
}

/** False when its token has ended, or its session. */
export async function isStillIn({ clock, isIn }: LiveDeps, channel: Channel): Promise<boolean> {
  const now = clock.now().getTime()
  if (now >= channel.endsAt) return false
  if (now - channel.seenAt < seenMs) return true
  if (!(await isIn(channel.token))) return false
  channel.seenAt = now
  return true
}
