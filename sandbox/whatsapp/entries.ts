// The lines of the stand-in's ledger: everything that ever happened to its phones and to its account.
import { z } from 'zod/mini'
import { accountShape } from './account/state.ts'
import { fileShape } from './media/files.ts'
import { storedShape } from './templates/stored.ts'

const arrivedStates = ['accepted', 'sent', 'delivered', 'read', 'failed'] as const
const tickStates = ['sent', 'delivered', 'read'] as const

const pricingShape = z.object({ category: z.string(), type: z.enum(['regular', 'free_entry_point']), billable: z.boolean() })

/** A message from the business. `reached` says whether the phone has it; `fate` is the error that it will fail with. */
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
  /** How long it waits for a phone without a network; null is the 30 days of every message. */
  ttlMs: z._default(z.nullable(z.number()), null),
  templateId: z._default(z.nullable(z.string()), null),
})

/** A message from the person; its ticks say how far it came towards the business. */
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

/** What may change about a phone. */
export const phoneChangeShape = z.object({
  blocked: z.optional(z.boolean()),
  offline: z.optional(z.boolean()),
  /** A name instead of the number, which the business then no longer sees; null shows the number again. */
  username: z.optional(z.nullable(z.string())),
  receipts: z.optional(z.boolean()),
  /** The person wants no marketing from this business. */
  noMarketing: z.optional(z.boolean()),
  /** The business has blocked the person. */
  refused: z.optional(z.boolean()),
  /** Until when everything is free: the person came by an advertisement. */
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
  /** An emoji on a message, by the business or by the person; an empty one takes it away. */
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

export type Entry = z.infer<typeof entryShape>
export type Arrived = z.infer<typeof arrivedShape>
export type Written = z.infer<typeof writtenShape>
export type Bubble = Arrived | Written
export type Webhook = z.infer<typeof webhookShape>
export type PhoneChange = z.infer<typeof phoneChangeShape>
