// The settings of webhooks and chance that tests may change.
import { z } from 'zod/mini'
import { durationShape } from '../../clock.ts'

export const webhookSettingsShape = z.strictObject({
  /** How long an endpoint may take before an attempt counts as failed. */
  webhookTimeoutMs: z._default(durationShape, 10_000),
  /** The first delay before a retry; doubled each time up to `webhookRetryCapMs`, for three days. */
  webhookRetryMs: z._default(durationShape, 1000),
  webhookRetryCapMs: z._default(durationShape, 3_600_000),
  /** Each event waits for a random part of this time, since Stripe promises no order. */
  webhookJitterMs: z._default(durationShape, 20),
  /** The number of concurrent requests. */
  webhookLanes: z._default(z.int().check(z.positive()), 16),
  /** Of everything random in the faults. */
  chanceSeed: z._default(z.int(), 1),
})

export type WebhookSettings = z.infer<typeof webhookSettingsShape>
export type WebhookSettingsChange = z.input<typeof webhookSettingsShape>

/** Only what is given changes. */
export function changeWebhookSettings(settings: WebhookSettings, change: WebhookSettingsChange): WebhookSettings {
  return webhookSettingsShape.parse({ ...settings, ...change })
}
