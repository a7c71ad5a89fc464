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
  /** Messages a second of the number, in and out (130429); null switches it off. */
  throughput: z.number().int().positive().nullable().default(80),
  /** People reached outside the 24 hours in a day (131048): 250, 2000, 10000, 100000; null is no limit. */
  dailyPeople: z.number().int().positive().nullable().default(250),
  /** The numbers that a test number may write to (131030); null is everyone. */
  allowList: z.array(z.string()).nullable().default(null),
  /** Free words outside the window by `category`: refused as unknown, taken, or blocked (139200). */
  directSend: z.enum(['off', 'on', 'blocked']).default('off'),
  /** How long a template is in review, and what comes of it. */
  templateReviewMs: durationShape.default(1500),
  templateReview: z.enum(['approve', 'reject', 'hold']).default('approve'),
  /** Whether files of types that Meta does not list are taken as documents, as it mostly does. */
  otherDocuments: z.boolean().default(true),
  /** What the token may do. */
  scopes: z
    .array(z.enum(['whatsapp_business_messaging', 'whatsapp_business_management']))
    .default(['whatsapp_business_messaging', 'whatsapp_business_management']),
  /** Meta's switch "Require App Secret". */
  requireProof: z.boolean().default(false),
  sentDelayMs: durationShape.default(80),
  deliveredDelayMs: durationShape.default(200),
  /** After which time a person looks at a message by themselves; null is when the chat is opened. */
  readDelayMs: durationShape.nullable().default(null),
  /** How long a webhook may take before it counts as not heard. */
  webhookTimeoutMs: durationShape.default(5000),
  /** Meta signs each webhook; 360dialog brings what it was told to bring, here the verify token. */
  webhookAuth: z.enum(['signature', 'bearer']).default('signature'),
  /** First wait before a webhook is sent again; doubled each time up to `webhookRetryCapMs`, for seven days. */
  webhookRetryMs: durationShape.default(1000),
  webhookRetryCapMs: durationShape.default(900_000),
  /** How many webhooks go in one request, gathered for as long as `webhookBatchMs`. */
  webhookBatch: z.number().int().positive().default(1),
  webhookBatchMs: durationShape.default(50),
  /** Requests under way at once. */
  webhookLanes: z.number().int().positive().default(16),
  seed: z.number().int().default(1),
})

export type Settings = z.infer<typeof settingsShape>
export type SettingsChange = z.input<typeof settingsShape>

export function changeSettings(settings: Settings, change: SettingsChange): Settings {
  return settingsShape.parse({ ...settings, ...change })
}
