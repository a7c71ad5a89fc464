// The API for outgoing mail: the SMTP settings of a mailbox, and the replies a user wrote.
import { z } from 'zod/mini'
import { Caution } from '../message/reply/shapes.ts'
import { ConnectionTestResult, EmailAddress, ImapSettings, Security } from './mail.ts'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

export const OutgoingSettings = z.object({
  host: z.string().check(z.trim(), z.minLength(1, 'Enter the name of the SMTP server.'), z.maxLength(253)),
  port: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65535)),
  security: Security,
  username: z.string().check(z.trim(), z.minLength(1, 'Enter the username, often your full address.'), z.maxLength(320)),
  /** The SHA-256 fingerprint (hex) of the one trusted certificate. */
  fingerprint: ImapSettings.shape.fingerprint,
})
export type OutgoingSettings = z.infer<typeof OutgoingSettings>

const oneLine = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u, 'Write it on one line.'))

export const OutgoingChange = z.object({
  settings: z.optional(OutgoingSettings),
  /** The display name of the sender. */
  name: z.optional(oneLine),
  signature: z.optional(z.string().check(z.maxLength(2000, 'A signature can have up to 2,000 characters.'))),
  /** Other addresses that this account may send from. */
  aliases: z.optional(z.array(EmailAddress).check(z.maxLength(20))),
})
export type OutgoingChange = z.infer<typeof OutgoingChange>

/** How a mailbox sends. `settings` is null while unknown, and for our own addresses, which send through us. */
export const Outgoing = z.object({
  through: z.enum(['account', 'us']),
  settings: z.nullable(OutgoingSettings),
  /** The settings were discovered but not proven to belong to the account: nothing is sent until the user saves them. */
  mustConfirm: z.boolean(),
  name: z.string(),
  signature: z.string(),
  aliases: z.array(z.string()),
})
export type Outgoing = z.infer<typeof Outgoing>

export const getOutgoingApi = shape({ params: ById, status: 200, answer: Outgoing })
/** Tests new settings first; refused with 422 and a message if they fail. */
export const changeOutgoingApi = shape({ params: ById, body: OutgoingChange, status: 200, answer: Outgoing })
/** Signs in to the SMTP server without sending an email. */
export const checkOutgoingApi = shape({ params: ById, status: 200, answer: ConnectionTestResult })

export const ReplyState = z.enum(['asking', 'waiting', 'sending', 'sent', 'failed', 'cancelled', 'unconfirmed'])

/** A reply that the user wrote. `text` and `to` are null once the stored contents of its message were erased. */
export const Reply = z.object({
  id: Id,
  messageId: Id,
  state: ReplyState,
  /** A sentence for the user, if there is something to say. */
  reason: z.nullable(z.string()),
  cautions: z.array(Caution),
  /** The cautions, as one sentence each. */
  warnings: z.array(z.string()),
  to: z.nullable(z.string()),
  from: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  files: z.int(),
  /** Written on the phone or on screen. */
  by: z.enum(['phone', 'screen']),
  /** It can be undone until then; null if it cannot. */
  undoUntil: z.nullable(Time),
  canRetry: z.boolean(),
  at: Time,
  sentAt: z.nullable(Time),
})
export type Reply = z.infer<typeof Reply>

/** Newest last. */
export const listRepliesApi = shape({ params: ById, status: 200, answer: pageOf(Reply) })
/** Replies to a message; refused with 422 and a message if that is not possible. */
export const addReplyApi = shape({
  params: ById,
  body: z.object({
    text: z
      .string()
      .check(z.trim(), z.minLength(1, 'Write something first.'), z.maxLength(65_536, 'A reply can have up to 65,536 characters.')),
  }),
  status: 201,
  answer: Reply,
})
/** `confirm` accepts its warnings, `cancel` cancels it, `again` retries a failed one. */
export const changeReplyApi = shape({
  params: ById,
  body: z.object({ act: z.enum(['confirm', 'cancel', 'again']) }),
  status: 200,
  answer: Reply,
})
