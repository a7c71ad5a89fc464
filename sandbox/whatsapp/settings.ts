// What a test may set about the stand-in; the defaults behave as Meta does.
import { z } from 'zod'
import { durationShape } from '../clock.ts'

export const settingsShape = z.strictObject({
  /** One message in `pairRefillMs` to one person, `pairBurst` at once (131056); false switches it off. */
  pairRate: z.boolean().default(true),
  pairBurst: z.number().int().positive().default(45),
  pairRefillMs: durationShape.default(6000),
  /** How a free message outside the 24 hours is refused (131047): later by a status, at once, or never. */
  window: z.enum(['async', 'sync', 'off']).default('async'),
  sentDelayMs: durationShape.default(80),
  deliveredDelayMs: durationShape.default(200),
  /** How long a webhook may take before it counts as not heard. */
  webhookTimeoutMs: durationShape.default(5000),
  /** First wait before a webhook is sent again; doubled each time up to `webhookRetryCapMs`, for seven days. */
  webhookRetryMs: durationShape.default(1000),
  webhookRetryCapMs: durationShape.default(900_000),
  /** Webhooks under way at once. */
  webhookLanes: z.number().int().positive().default(16),
  seed: z.number().int().default(1),
})

export type Settings = z.infer<typeof settingsShape>
export type SettingsChange = z.input<typeof settingsShape>

export function changeSettings(settings: Settings, change: SettingsChange): Settings {
  return settingsShape.parse({ ...settings, ...change })
}
