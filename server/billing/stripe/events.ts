// Reads Stripe's events, from a webhook or from the list: only which customer they are about is used.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import type { ProviderEvent } from '../events/queue.ts'
import { callStripe, findAtStripe } from './client.ts'
import { refOf } from './refs.ts'

const Reference = z.nullish(z.union([z.string(), z.looseObject({ id: z.string() })]))

const SnapshotEvent = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  object: z.literal('event'),
  type: z.string().check(z.maxLength(255)),
  created: z.int(),
  livemode: z.boolean(),
  data: z.looseObject({
    object: z.looseObject({
      id: z.optional(z.string()),
      object: z.optional(z.string()),
      customer: z.catch(Reference, null),
      charge: z.catch(Reference, null),
    }),
  }),
})

export interface ReceivedEvent extends ProviderEvent {
  isLive: boolean
}

/** Null for what is no snapshot event. */
export function toEvent(received: unknown): ReceivedEvent | null {
  const event = SnapshotEvent.safeParse(received)
  if (!event.success) return null
  const { id, type, created, livemode, data } = event.data
  return { eventId: id, kind: type, customerRef: whomOf(data.object), occurredAt: new Date(created * 1000), isLive: livemode }
}

/** A dispute names its charge alone: `customerOf` finds the customer later. */
function whomOf({ id, object, customer, charge }: z.infer<typeof SnapshotEvent>['data']['object']): string | null {
  if (object === 'customer') return id ?? null
  return object === 'dispute' ? refOf(charge) : refOf(customer)
}

/** The customer that an event is about; null if a charge has none. */
export async function customerOf(client: Stripe, reference: string): Promise<string | null> {
  if (!/^(ch|py)_/.test(reference)) return reference
  const charge = await findAtStripe(() => client.charges.retrieve(reference))
  return refOf(charge?.customer)
}

/** Newest first, at most thirty days back. */
export async function* listEvents(client: Stripe, since: Date): AsyncIterable<ReceivedEvent> {
  const pages = client.events.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await callStripe(() => pages.next())
    if (done) return
    const event = toEvent(value)
    if (event) yield event
  }
}
