// What the ledger of webhooks holds: each delivery of an event to an endpoint, until it is acknowledged or given up.
import { z } from 'zod/mini'

const eventShape = z.looseObject({ id: z.string(), type: z.string() })

const deliveryShape = z.object({
  id: z.string(),
  endpointId: z.string(),
  event: eventShape,
  /** When it was due for the first time. */
  at: z.number(),
})

export const webhookEntryShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), delivery: deliveryShape }),
  z.object({ kind: z.literal('over'), id: z.string() }),
])

export type SentEvent = z.infer<typeof eventShape>
export type EventDelivery = z.infer<typeof deliveryShape>
export type WebhookEntry = z.infer<typeof webhookEntryShape>

/** The deliveries that nobody has acknowledged yet. */
export function unacknowledged(past: WebhookEntry[]): EventDelivery[] {
  const waiting = new Map<string, EventDelivery>()
  for (const entry of past) {
    if (entry.kind === 'delivery') waiting.set(entry.delivery.id, entry.delivery)
    else waiting.delete(entry.id)
  }
  return [...waiting.values()]
}
