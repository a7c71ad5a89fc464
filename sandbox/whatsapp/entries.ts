// The lines of the stand-in's ledger: everything that ever happened to its phones.
import { z } from 'zod'

const arrivedStates = ['accepted', 'sent', 'delivered', 'read', 'failed'] as const
const tickStates = ['sent', 'delivered', 'read'] as const

/** A message from the business. `reached` says whether the phone has it; `fate` is the error that it will fail with. */
const arrivedShape = z.object({
  direction: z.literal('arrived'),
  wamid: z.string(),
  wa: z.string(),
  type: z.string(),
  text: z.string(),
  content: z.record(z.string(), z.unknown()),
  contextId: z.string().nullable(),
  callbackData: z.string().nullable(),
  at: z.number(),
  reached: z.boolean(),
  fate: z.number().nullable(),
  state: z.enum(arrivedStates),
})

/** A message from the person; its ticks say how far it came towards the business. */
const writtenShape = z.object({
  direction: z.literal('written'),
  wamid: z.string(),
  wa: z.string(),
  type: z.string(),
  text: z.string(),
  content: z.record(z.string(), z.unknown()),
  contextId: z.string().nullable(),
  at: z.number(),
  ticks: z.enum(tickStates),
})

const webhookShape = z.object({
  id: z.string(),
  about: z.object({ wamid: z.string(), wa: z.string(), type: z.string() }),
  payload: z.record(z.string(), z.unknown()),
  at: z.number(),
})

export const entryShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phone'), wa: z.string(), name: z.string(), at: z.number() }),
  z.object({ kind: z.literal('phoneSet'), wa: z.string(), blocked: z.boolean().optional(), offline: z.boolean().optional() }),
  z.object({ kind: z.literal('arrived'), bubble: arrivedShape }),
  z.object({ kind: z.literal('progress'), wamid: z.string(), state: z.enum(arrivedStates) }),
  z.object({ kind: z.literal('written'), bubble: writtenShape }),
  z.object({ kind: z.literal('ticks'), wamid: z.string(), ticks: z.enum(tickStates) }),
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
