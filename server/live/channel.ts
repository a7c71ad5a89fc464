// Writes to a channel of a realtime socket, rechecks its session, and closes it.
import type { Channel, LiveDeps, Socket } from './deps.ts'
import { type Frame, writeFrame } from './wire.ts'

/** A client with more than this waiting is cut off; it reconnects and reloads everything. */
const maxBufferedBytes = 1024 * 1024
/** How old a session check may be. */
const checkMs = 3_000

export function sendEvent(channel: Channel, event: string, payload: unknown): void {
  write(channel.socket, writeFrame(channel.socket.vsn, { joinRef: channel.joinRef, ref: null, topic: channel.topic, event, payload }))
}

export function reply(socket: Socket, { joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void {
  write(socket, writeFrame(socket.vsn, { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))
}

export function write({ ws }: Pick<Socket, 'ws'>, text: string | Buffer): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > maxBufferedBytes) ws.terminate()
  else ws.send(text)
}

/** Closes a channel, with a message if there is a reason; the client reacts to phx_close. */
export function closeChannel(channel: Channel, reason?: string): void {
  const { socket, topic, joinRef } = channel
  if (socket.channels.get(topic) !== channel) return
  socket.channels.delete(topic)
  channel.onClosed()
  if (reason) sendSystem(channel, 'system', 'error', reason)
  write(socket, writeFrame(socket.vsn, { joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} }))
}

export function sendSystem(channel: Channel, extension: string, status: 'ok' | 'error', message: string): void {
  sendEvent(channel, 'system', { extension, status, message, channel: channel.topic.replace(/^realtime:/, '') })
}

/** False when its token has expired or its session has ended. */
export async function hasValidSession({ clock, isTokenValid }: LiveDeps, channel: Channel): Promise<boolean> {
  const now = clock.now().getTime()
  if (now >= channel.endsAt) return false
  if (now - channel.checkedAt < checkMs) return true
  if (!(await isTokenValid(channel.token))) return false
  channel.checkedAt = now
  return true
}
