// Describes how a message arrived: when, in which mailbox, and with which envelope.
import { z } from 'zod/mini'

/** `timeZone` is the owner's (IANA). `isFirstTimeSender` is null until senders have been counted. */
export const Arrival = z.object({
  arrivedAt: z.iso.datetime(),
  timeZone: z.string(),
  mailbox: z.object({ address: z.string(), kind: z.enum(['imap', 'address']) }),
  isFirstTimeSender: z.nullable(z.boolean()),
  /** The SMTP envelope (RFC 5321); if it is missing, filters use the Return-Path and Delivered-To headers. */
  envelope: z.optional(z.object({ from: z.string(), to: z.string() })),
})
export type Arrival = z.infer<typeof Arrival>
