// The console's API for erasing an account, and for the receipts that this leaves.
import { z } from 'zod/mini'
import { ById, Id, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

export const ErasureReceipt = z.object({
  id: Id,
  /** SHA-256, in hex; the id itself is not kept. */
  userDigest: z.string(),
  erasedAt: Time,
  /** The member of staff; the address is null once their account is gone. */
  byId: Id,
  byEmail: z.nullable(z.string()),
  reason: z.string(),
  /** How many rows were erased, by module and table. */
  counts: z.record(z.string(), z.record(z.string(), z.number())),
})
export type ErasureReceipt = z.infer<typeof ErasureReceipt>

/** `confirmation`: the user's email address, or their id where they have none, as it was typed. */
export const eraseUserApi = shape({
  params: ById,
  body: z.object({ confirmation: z.string().check(z.trim(), z.maxLength(320)), reason: Reason }),
  status: 200,
  answer: ErasureReceipt,
})
/** Newest first; `userId` finds the receipt of one erased account. */
export const listErasureReceiptsApi = shape({
  query: z.extend(PageQuery, { userId: z.optional(Id) }),
  status: 200,
  answer: pageOf(ErasureReceipt),
})
