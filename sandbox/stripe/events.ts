// Records events as Stripe does: a copy of the object at that moment, kept for 30 days, given to all listeners.
import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { daySeconds, worldTime } from './time.ts'
import type { StripeEvent, StripeWorld } from './world.ts'

type ObjectOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>['data']['object']

const keptSeconds = 30 * daySeconds

/** The type of the object follows from the type of the event. `previous`: the fields that changed, with their old values. */
export function emit<Type extends Stripe.Event['type']>(world: StripeWorld, type: Type, object: ObjectOf<Type>, previous?: object): void {
  const event: StripeEvent = {
    id: newId(world, 'evt'),
    object: 'event',
    api_version: world.during.version,
    created: worldTime(world),
    data: { object: copyOf(object), ...(previous && { previous_attributes: copyOf(previous) }) },
    livemode: false,
    pending_webhooks: [...world.state.webhookEndpoints.values()].filter(one => one.status === 'enabled' && listensTo(one, type)).length,
    request: world.during.request ?? { id: null, idempotency_key: null },
    type,
  }
  world.state.events.push(event)
  for (const listener of world.listeners) listener(event)
}

const listensTo = (endpoint: Stripe.WebhookEndpoint, type: string): boolean =>
  endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type)

/** Events older than 30 days can't be read any more. */
export function forgetOldEvents(world: StripeWorld): void {
  const oldest = worldTime(world) - keptSeconds
  const first = world.state.events.findIndex(event => event.created >= oldest)
  if (first > 0) world.state.events.splice(0, first)
  else if (first === -1) world.state.events.length = 0
}

// Through JSON, as it will be sent; decimals become strings.
const copyOf = (object: object): object => JSON.parse(JSON.stringify(object))
