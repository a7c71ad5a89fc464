// Makes webhook endpoints and their signing secrets.
import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { worldTime } from '../time.ts'
import { type StripeWorld, stripeVersion } from '../world.ts'

/** Replaces the endpoint with this id; null makes a new one. */
export function addEndpoint(
  world: StripeWorld,
  id: string | null,
  url: string,
  secrets: string[],
  events = ['*'],
  version = stripeVersion,
) {
  const endpoint: Stripe.WebhookEndpoint = {
    id: id ?? newId(world, 'we'),
    object: 'webhook_endpoint',
    api_version: version,
    application: null,
    created: worldTime(world),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
  world.state.webhookEndpoints.set(endpoint.id, endpoint)
  world.state.endpointSecrets.set(endpoint.id, secrets)
  return endpoint
}
