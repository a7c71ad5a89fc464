// What a test may set about the stand-in; the defaults behave as Meta does.
import { z } from 'zod/mini'
import { durationShape } from '../clock.ts'

export const settingsShape = z.strictObject({
  /** One message in `pairRefillMs` to one person, `pairBurst` at once (131056); false switches it off. */
  pairRate: z._default(z.boolean(), true),
  pairBurst: z._default(z.int().check(z.positive()), 45),
  pairRefillMs: z._default(durationShape, 6000),
  /** How a free message outside the 24 hours is refused (131047): later by a status, at once, or never. */
  window: z._default(z.enum(['async', 'sync', 'off']), 'async'),
  /** Messages a second of the number, in and out (130429); null switches it off. */
  throughput: z._default(z.nullable(z.int().check(z.positive())), 80),
  /** People reached outside the 24 hours in a day (131048): 250, 2000, 10000, 100000; null is no limit. */
  dailyPeople: z._default(z.nullable(z.int().check(z.positive())), 250),
  /** The numbers that a test number may write to (131030); null is everyone. */
  allowList: z._default(z.nullable(z.array(z.string())), null),
  /** Free words outside the window by `category`: refused as unknown, taken, or blocked (139200). */
  directSend: z._default(z.enum(['off', 'on', 'blocked']), 'off'),
  /** How long a template is in review, and what comes of it. */
  templateReviewMs: z._default(durationShape, 1500),
  templateReview: z._default(z.enum(['approve', 'reject', 'hold']), 'approve'),
  /** Whether files of types that Meta does not list are taken as documents, as it mostly does. */
  otherDocuments: z._default(z.boolean(), true),
  /** What the token may do. */
  scopes: z._default(z.array(z.enum(['whatsapp_business_messaging', 'whatsapp_business_management'])), [
    'whatsapp_business_messaging',
    'whatsapp_business_management',
  ]),
  /** Meta's switch "Require App Secret". */
  requireProof: z._default(z.boolean(), false),
  sentDelayMs: z._default(durationShape, 80),
  deliveredDelayMs: z._default(durationShape, 200),
  /** After which time a person looks at a message by themselves; null is when the chat is opened. */
  readDelayMs: z._default(z.nullable(durationShape), null),
  /** How long a webhook may take before it counts as not heard. */
  webhookTimeoutMs: z._default(durationShape, 5000),
  /** Meta signs each webhook; 360dialog brings what it was told to bring, here the verify token. */
  webhookAuth: z._default(z.enum(['signature', 'bearer']), 'signature'),
  /** First wait before a webhook is sent again; doubled each time up to `webhookRetryCapMs`, for seven days. */
  webhookRetryMs: z._default(durationShape, 1000),
  webhookRetryCapMs: z._default(durationShape, 900_000),
  /** How many webhooks go in one request, gathered for as long as `webhookBatchMs`. */
  webhookBatch: z._default(z.int().check(z.positive()), 1),
  webhookBatchMs: z._default(durationShape, 50),
  /** Requests under way at once. */
  webhookLanes: z._default(z.int().check(z.positive()), 16),
  seed: z._default(z.int(), 1),
})

export type Settings = z.infer<typeof settingsShape>
export type SettingsChange = z.input<typeof settingsShape>

export function changeSettings(settings: Settings, change: SettingsChange): Settings {
  return settingsShape.parse({ ...settings, ...change })
}
