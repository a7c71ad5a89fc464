// Sends broadcasts from a user to their own other devices, across all hosts.
import { z } from 'zod/mini'
import { maxBroadcastBytes } from '../foundation/db/signals.ts'
import { write } from './channel.ts'
import type { Channel, LiveDeps } from './deps.ts'
import type { Hub } from './hub.ts'
import { isOwnTopic } from './join.ts'
import { type BroadcastMessage, parseJson, writeBroadcast } from './wire.ts'

const BroadcastCall = z.object({
  userId: z.uuid(),
  topic: z.string(),
  /** The sending channel, or null for a broadcast over HTTP. */
  from: z.nullable(z.string()),
  message: z.object({ event: z.string(), payload: z.unknown(), isBytes: z.boolean() }),
})
type BroadcastCall = z.infer<typeof BroadcastCall>

/** Returns null when it was sent to every host; otherwise a client-facing reason. */
export async function sendBroadcast(
  deps: LiveDeps,
  userId: string,
  topic: string,
  from: Channel | null,
  message: BroadcastMessage,
): Promise<string | null> {
  if (!isOwnTopic(topic, userId)) return `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`
  if (Buffer.byteLength(message.event) > 255) return 'InvalidBroadcast: The event name is too long'
  const call: BroadcastCall = { userId, topic, from: from?.key ?? null, message }
  const text = JSON.stringify(call)
  if (Buffer.byteLength(text) > maxBroadcastBytes) return 'PayloadTooLarge: A broadcast may have at most 7 KB'
  await deps.broadcast(text)
  return null
}

/** Passes a broadcast from any host to that user's channels of the topic on this host. */
export function receiveBroadcast(hub: Hub, text: string): void {
  const parsed = BroadcastCall.safeParse(parseJson(text))
  if (!parsed.success) return
  const { userId, topic, from, message } = parsed.data
  for (const channel of hub.listChannels(userId)) {
    if (!channel.isPrivate || channel.topic !== `realtime:${topic}`) continue
    if (channel.key === from && !channel.receivesOwn) continue
    write(channel.socket, writeBroadcast(channel.socket.vsn, channel.topic, message))
  }
}
