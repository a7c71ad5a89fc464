// Starts the stand-in for Stripe: its API, its hosted pages, its webhooks, and the test controls.
//
// It is our reading of Stripe's documentation, not Stripe: what agrees with it still has to be tried once against Stripe's test mode.
// Objects are type-checked against stripe-node's own types, and the tests drive it with the unmodified stripe-node.
import Fastify from 'fastify'
import { openSandboxClock } from '../clock.ts'
import { keepWorld } from './keep.ts'
import { announceEntitlements } from './objects/entitlement.ts'
import { addEndpoint } from './objects/webhook-endpoint.ts'
import type { StripeOptions } from './options.ts'
import { hostedPages } from './pages/routes.ts'
import { apiRoutes } from './routes/routes.ts'
import { testControls } from './sim/test-controls.ts'
import { openWorld, type StripeWorld } from './world.ts'

export interface StripeStandIn {
  url: string
  world: StripeWorld
  stop: () => Promise<void>
}

export async function startStripe(options: StripeOptions): Promise<StripeStandIn> {
  const clock = options.clock ?? openSandboxClock()
  const world = openWorld(clock, options.settings)
  const stopKeeping = keepWorld(world, options.dataDir ?? null)
  if (options.webhookUrl !== null) addEndpoint(world, 'we_sandbox', options.webhookUrl, options.webhookSecrets ?? ['whsec_sandbox'])
  const app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true })
  const stops = [testControls, hostedPages].map(add => add(app, world, options))
  announceEntitlements(world)
  apiRoutes(app, world)
  world.url = await app.listen({ port: options.port, host: '127.0.0.1' }).catch(() => app.listen({ port: 0, host: '127.0.0.1' }))
  world.settle()
  return {
    url: world.url,
    world,
    stop: async () => {
      for (const stop of stops) await stop?.()
      await app.close()
      stopKeeping()
      if (!options.clock) clock.stop()
    },
  }
}
