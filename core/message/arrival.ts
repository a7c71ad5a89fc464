// What filters know of a message beside the mail itself: how it came to this person.
import { z } from 'zod/mini'

/** `timeZone` is the person's (IANA). `isFirstTimeSender` is null where nobody kept count yet. */
export const Arrival = z.object({
  arrivedAt: z.iso.datetime(),
  timeZone: z.string(),
  mailbox: z.object({ address: z.string(), kind: z.enum(['imap', 'address']) }),
  isFirstTimeSender: z.nullable(z.boolean()),
  /** What the sending server said (RFC 5321); where it is unknown, the mail's own Return-Path and Delivered-To stand for it. */
  envelope: z.optional(z.object({ from: z.string(), to: z.string() })),
})
export type Arrival = z.infer<typeof Arrival>
