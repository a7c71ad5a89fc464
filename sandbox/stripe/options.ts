// Defines how the Stripe stand-in is started, and what each of its parts beside the API gets.
import type { FastifyInstance } from 'fastify'
import type { SandboxClock } from '../clock.ts'
import type { StripeSettings } from './settings.ts'
import type { WebhookSettingsChange } from './webhooks/settings.ts'
import type { StripeWorld } from './world.ts'

export interface StripeOptions {
  /** 0 picks a free port. */
  port: number
  /** Where events are sent; null: only to endpoints that are added through the API. */
  webhookUrl: string | null
  /** One secret, or two while the first is being replaced. */
  webhookSecrets?: string[]
  clock?: SandboxClock
  /** Where everything is kept over restarts; null: nowhere. */
  dataDir?: string | null
  settings?: Partial<StripeSettings>
  /** How webhooks are retried, and the seed of the faults. */
  webhooks?: WebhookSettingsChange
}

/** Hosted pages, or webhooks and test controls: gets the server before it listens, and returns how to stop. */
export type Surface = (app: FastifyInstance, world: StripeWorld, options: StripeOptions) => (() => Promise<void>) | void
