// What a person says to their own other devices: a broadcast on a private topic of theirs, over every host.
import { z } from 'zod/mini'
import { longestCallBytes } from '../db/signals.ts'
import { write } from './channel.ts'
import type { Hub } from './hub.ts'
import { isOwn } from './joining.ts'
import type { Channel, LiveParts } from './parts.ts'
import { parseJson, type Said, writeSaid } from './wire.ts'

const Call = z.object({
  userId: z.uuid(),
  topic: z.string(),
  /** The channel that said it, or null where it came by HTTP. */
  from: z.nullable(z.string()),
  said: z.object({ event: z.string(), payload: z.unknown(), isBytes: z.boolean() }),
})
type Call = z.infer<typeof Call>

/** Null when every host was told; a sentence when it may not be said, or is too long. */
export async function speak(parts: LiveParts, userId: string, topic: string, from: Channel | null, said: Said): Promise<string | null> {
  if (!isOwn(topic, userId)) return `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`
  if (Buffer.byteLength(said.event) > 255) return 'InvalidBroadcast: The event is named too long'
  const call: Call = { userId, topic, from: from?.key ?? null, said }
  const text = JSON.stringify(call)
  if (Buffer.byteLength(text) > longestCallBytes) return 'PayloadTooLarge: A broadcast has 7 KB at most'
  await parts.callOut(text)
  return null
}

/** What a host called out is passed to that person's channels of the topic here. */
export function hear(hub: Hub, text: string): void {
  const read = Call.safeParse(parseJson(text))
  if (!read.success) return
  const { userId, topic, from, said } = read.data
  for (const channel of hub.channelsOf(userId)) {
    if (!channel.isPrivate || channel.topic !== `realtime:${topic}`) continue
    if (channel.key === from && !channel.hearsItself) continue
    write(channel.socket, writeSaid(channel.socket.vsn, channel.topic, said))
  }
}
