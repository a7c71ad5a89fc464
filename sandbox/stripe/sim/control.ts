// What tests control: faults, settings and outages of the stand-in, beside its world.
import { type SeededRandom, seededRandom } from '../../random.ts'
import type { StripeEndpoint } from '../webhooks/attempt.ts'
import { openSender, type WebhookSender } from '../webhooks/sender.ts'
import { type WebhookSettings, type WebhookSettingsChange, webhookSettingsShape } from '../webhooks/settings.ts'
import { type StripeWorld, stripeVersion } from '../world.ts'
import { openStripeFaults, type StripeFaults } from './faults.ts'

export type StripeOutage = {
  /** `refuse` resets every connection, `unavailable` answers 503. */
  mode: 'refuse' | 'unavailable'
  /** By the sandbox's clock; null until it is ended. */
  until: number | null
}

export type StripeControl = {
  world: StripeWorld
  faults: StripeFaults
  settings: WebhookSettings
  chance: SeededRandom
  outage: StripeOutage | null
  sender: WebhookSender
  requests: { at: number; method: string; url: string; status: number | null }[]
}

export function openControl(world: StripeWorld, change: WebhookSettingsChange, dataDir: string | null): StripeControl {
  const settings = webhookSettingsShape.parse(change)
  const faults = openStripeFaults()
  const control: StripeControl = {
    world,
    faults,
    settings,
    chance: seededRandom(settings.chanceSeed),
    outage: null,
    sender: openSender({
      clock: world.clock,
      settings: () => control.settings,
      faults,
      chance: () => control.chance,
      endpoints: () => enabledEndpoints(world),
      isDown: () => currentOutage(control) !== null,
      dataDir,
    }),
    requests: [],
  }
  return control
}

export function currentOutage({ outage, world }: StripeControl): StripeOutage | null {
  return outage !== null && (outage.until === null || outage.until > world.clock.now()) ? outage : null
}

function enabledEndpoints({ state }: StripeWorld): StripeEndpoint[] {
  return [...state.webhookEndpoints.values()]
    .filter(endpoint => endpoint.status === 'enabled')
    .map(({ id, url, api_version: version, enabled_events: events }) => ({
      id,
      url,
      events,
      secrets: state.endpointSecrets.get(id) ?? [],
      apiVersion: version ?? stripeVersion,
    }))
}
