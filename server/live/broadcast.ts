// Broadcasts from a user to their own other devices, across all hosts.
import { z } from 'zod/mini'
import { longestCallBytes } from '../foundation/db/signals.ts'
import { write } from './channel.ts'
import type { Channel, LiveDeps } from './deps.ts'
import type { Hub } from './hub.ts'
import { isOwn } from './join.ts'
import { type BroadcastMessage, parseJson, writeBroadcast } from './wire.ts'

const Call = z.object({
  userId: z.uuid(),
  topic: z.string(),
  /** The channel that said it, or null where it came by HTTP. */
  from: z.nullable(z.string()),
  message: z.object({ event: z.string(), payload: z.unknown(), isBytes: z.boolean() }),
})
type Call = z.infer<typeof Call>

/** Null when every host was told; a sentence when it may not be said, or is too long. */
export async function sendBroadcast(
  deps: LiveDeps,
  userId: string,
  topic: string,
  from: Channel | null,
  message: BroadcastMessage,
): Promise<string | null> {
  if (!isOwn(topic, userId)) return `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`
  if (Buffer.byteLength(message.event) > 255) return 'InvalidBroadcast: The event is named too long'
  const call: Call = { userId, topic, from: from?.key ?? null, message }
  const text = JSON.stringify(call)
  if (Buffer.byteLength(text) > longestCallBytes) return 'PayloadTooLarge: A broadcast has 7 KB at most'
  await deps.callOut(text)
  return null
}

/** What a host called out is passed to that person's channels of the topic here. */
export function receiveBroadcast(hub: Hub, text: string): void {
  const read = Call.safeParse(parseJson(text))
  if (!read.success) return
  const { userId, topic, from, message } = read.data
  for (const channel of hub.channelsOf(userId)) {
    if (!channel.isPrivate || channel.topic !== `realtime:${topic}`) continue
    if (channel.key === from && !channel.hearsItself) continue
    write(channel.socket, writeBroadcast(channel.socket.vsn, channel.topic, message))
  }
}
