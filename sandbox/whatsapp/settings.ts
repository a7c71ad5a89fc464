// The settings of the stand-in that tests may change; the defaults behave like Meta.
import { z } from 'zod/mini'
import { durationShape } from '../clock.ts'

export const settingsShape = z.strictObject({
  /** One message in `pairRefillMs` to one person, `pairBurst` at once (131056); false switches it off. */
  pairRate: z._default(z.boolean(), true),
  pairBurst: z._default(z.int().check(z.positive()), 45),
  pairRefillMs: z._default(durationShape, 6000),
  /** How a free-form message outside the window is refused (131047): later by a status, at once, or never. */
  window: z._default(z.enum(['async', 'sync', 'off']), 'async'),
  /** Messages a second for the number, in and out (130429); null switches the limit off. */
  throughput: z._default(z.nullable(z.int().check(z.positive())), 80),
  /** People reached outside the 24 hours in a day (131048): 250, 2000, 10000, 100000; null is no limit. */
  dailyPeople: z._default(z.nullable(z.int().check(z.positive())), 250),
  /** The numbers that a test number may write to (131030); null is everyone. */
  allowList: z._default(z.nullable(z.array(z.string())), null),
  /** Free text outside the window with a `category`: refused as unknown, accepted, or blocked (139200). */
  directSend: z._default(z.enum(['off', 'on', 'blocked']), 'off'),
  /** How long a template is in review, and the result. */
  templateReviewMs: z._default(durationShape, 1500),
  templateReview: z._default(z.enum(['approve', 'reject', 'hold']), 'approve'),
  /** Whether files of unlisted types are accepted as documents, as Meta mostly does. */
  otherDocuments: z._default(z.boolean(), true),
  /** The scopes of the token. */
  scopes: z._default(z.array(z.enum(['whatsapp_business_messaging', 'whatsapp_business_management'])), [
    'whatsapp_business_messaging',
    'whatsapp_business_management',
  ]),
  /** Meta's switch "Require App Secret". */
  requireProof: z._default(z.boolean(), false),
  sentDelayMs: z._default(durationShape, 80),
  deliveredDelayMs: z._default(durationShape, 200),
  /** How long after delivery a person reads a message; null means only when the chat is opened. */
  readDelayMs: z._default(z.nullable(durationShape), null),
  /** How long a webhook may take before it counts as failed. */
  webhookTimeoutMs: z._default(durationShape, 5000),
  /** Meta signs each webhook; 360dialog sends a configured header, here the verify token. */
  webhookAuth: z._default(z.enum(['signature', 'bearer']), 'signature'),
  /** The first delay before a webhook is retried; doubled each time up to `webhookRetryCapMs`, for seven days. */
  webhookRetryMs: z._default(durationShape, 1000),
  webhookRetryCapMs: z._default(durationShape, 900_000),
  /** The maximum number of webhooks in one request, collected for `webhookBatchMs`. */
  webhookBatch: z._default(z.int().check(z.positive()), 1),
  webhookBatchMs: z._default(durationShape, 50),
  /** The number of concurrent requests. */
  webhookLanes: z._default(z.int().check(z.positive()), 16),
  seed: z._default(z.int(), 1),
})

export type StandInSettings = z.infer<typeof settingsShape>
export type StandInSettingsChange = z.input<typeof settingsShape>

export function changeSettings(settings: StandInSettings, change: StandInSettingsChange): StandInSettings {
  return settingsShape.parse({ ...settings, ...change })
}
