// The entries of the stand-in's ledger: everything that ever happened to its phones and its account.
import { z } from 'zod/mini'
import { accountShape } from './account/state.ts'
import { fileShape } from './media/files.ts'
import { storedShape } from './templates/stored.ts'

const arrivedStates = ['accepted', 'sent', 'delivered', 'read', 'failed'] as const
const tickStates = ['sent', 'delivered', 'read'] as const

const pricingShape = z.object({ category: z.string(), type: z.enum(['regular', 'free_entry_point']), billable: z.boolean() })

/** A message from the business. `reached` says whether the phone has it; `fate` is the error code it will fail with. */
const arrivedShape = z.object({
  direction: z.literal('arrived'),
  wamid: z.string(),
  wa: z.string(),
  type: z.string(),
  text: z.string(),
  content: z.record(z.string(), z.unknown()),
  contextId: z.nullable(z.string()),
  callbackData: z.nullable(z.string()),
  at: z.number(),
  reached: z.boolean(),
  fate: z.nullable(z.number()),
  state: z.enum(arrivedStates),
  pricing: z._default(pricingShape, { category: 'service', type: 'regular', billable: true }),
  /** Whether it went to a person who had not written for 24 hours. */
  uninvited: z._default(z.boolean(), false),
  /** How long it waits for an offline phone; null means the default of 30 days. */
  ttlMs: z._default(z.nullable(z.number()), null),
  templateId: z._default(z.nullable(z.string()), null),
})

/** A message from the person; its ticks say how far it has come toward the business. */
const writtenShape = z.object({
  direction: z.literal('written'),
  wamid: z.string(),
  wa: z.string(),
  type: z.string(),
  text: z.string(),
  content: z.record(z.string(), z.unknown()),
  contextId: z.nullable(z.string()),
  at: z.number(),
  ticks: z.enum(tickStates),
})

const webhookShape = z.object({
  id: z.string(),
  about: z.object({ wamid: z.string(), wa: z.string(), type: z.string() }),
  payload: z.record(z.string(), z.unknown()),
  at: z.number(),
})

/** Changes to a phone. */
export const phoneChangeShape = z.object({
  blocked: z.optional(z.boolean()),
  offline: z.optional(z.boolean()),
  /** A username that hides the number from the business; null shows the number again. */
  username: z.optional(z.nullable(z.string())),
  receipts: z.optional(z.boolean()),
  /** The person has opted out of marketing from this business. */
  noMarketing: z.optional(z.boolean()),
  /** The business has blocked the person. */
  refused: z.optional(z.boolean()),
  /** Until when messages are free, because the person came through an ad. */
  freeUntil: z.optional(z.nullable(z.number())),
})

export const entryShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phone'), wa: z.string(), name: z.string(), at: z.number() }),
  z.extend(z.object({ kind: z.literal('phoneSet'), wa: z.string() }), phoneChangeShape.shape),
  z.object({ kind: z.literal('moved'), wa: z.string(), to: z.string(), userId: z.string() }),
  z.object({ kind: z.literal('arrived'), bubble: arrivedShape }),
  z.object({ kind: z.literal('progress'), wamid: z.string(), state: z.enum(arrivedStates) }),
  z.object({ kind: z.literal('written'), bubble: writtenShape }),
  z.object({ kind: z.literal('ticks'), wamid: z.string(), ticks: z.enum(tickStates) }),
  /** An emoji reaction of the business or the person; an empty one removes it. */
  z.object({ kind: z.literal('reaction'), wamid: z.string(), by: z.enum(['business', 'person']), emoji: z.string() }),
  z.object({ kind: z.literal('template'), template: storedShape }),
  z.object({ kind: z.literal('templateGone'), id: z.string() }),
  z.object({ kind: z.literal('file'), file: fileShape }),
  z.object({ kind: z.literal('fileGone'), id: z.string() }),
  z.object({ kind: z.literal('account'), change: z.partial(accountShape) }),
  z.object({ kind: z.literal('webhook'), webhook: webhookShape }),
  z.object({ kind: z.literal('webhookOver'), id: z.string() }),
  z.object({ kind: z.literal('token'), revoked: z.boolean() }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
])

export type LedgerEntry = z.infer<typeof entryShape>
export type BusinessMessage = z.infer<typeof arrivedShape>
export type PersonMessage = z.infer<typeof writtenShape>
export type ChatBubble = BusinessMessage | PersonMessage
export type Webhook = z.infer<typeof webhookShape>
export type PhoneChange = z.infer<typeof phoneChangeShape>
