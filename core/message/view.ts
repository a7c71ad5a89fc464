// The filter view: the part of an email that filters, explanations and screens read.
import { z } from 'zod/mini'
import { MailFiles } from './attachments.ts'
import { Blocks } from './blocks/shapes.ts'
import { EmailCard } from './cards/shapes.ts'
import { SenderBadge } from './sender-check/badge.ts'
import { MailSource, MessageHeader } from './source.ts'

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

export const Attachment = z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() })
export type Attachment = z.infer<typeof Attachment>

const CheckResult = z.enum(['pass', 'fail', 'none'])
/** The receiving server's verification of the sender (RFC 8601); anything but a pass or a clear fail is `none`. */
export const AuthResult = z.object({ spf: CheckResult, dkim: CheckResult, dmarc: CheckResult })
export type AuthResult = z.infer<typeof AuthResult>

/**
 * How much of the email was fetched. `headers`: with size and arrival time; `structure`: also names, types and sizes of its parts;
 * `text`: also its texts, but no files.
 */
export const FetchedExtent = z.enum(['headers', 'structure', 'text', 'all'])
export type FetchedExtent = z.infer<typeof FetchedExtent>

/** Headers keep their order and case; addresses are lower-cased; text is at most 64 KB, `truncated` says whether there was more. */
export const MailView = z.object({
  from: z.array(MailAddress),
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  subject: z.string(),
  date: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  headers: z.array(MessageHeader),
  body: z.string(),
  attachments: z.array(Attachment),
  sizeBytes: z.number(),
  truncated: z.boolean(),
  /** Why the email could not be parsed, or not completely; the owner sees a notice. */
  unparsed: z.nullable(z.string()),
  /** How many parts were not read. */
  leftParts: z.optional(z.int().check(z.positive())),
  /** What was not fetched is empty: no filter needed it. */
  fetched: z._default(FetchedExtent, 'all'),
  /** Envelope recipients that the last servers recorded (Delivered-To, X-Original-To, Envelope-To), lower-cased. */
  deliveredTo: z._default(z.array(z.string()), []),
  /** The method of the calendar part; null if there is none. */
  calendar: z._default(z.nullable(z.enum(['request', 'cancel', 'reply', 'other'])), null),
  /** Null if no trusted server checked the email. */
  auth: z._default(z.nullable(AuthResult), null),
  /** The domains with a valid signature, according to the server that produced `auth`. */
  signedBy: z.optional(z.array(z.string())),
  /** Only if a filter needs it (core/filters/exact/needs.ts). */
  source: z.optional(MailSource),
  /** The email as a reader sees it; absent in views of another version, and if `body` is all there is. */
  blocks: z.catch(z.optional(Blocks), undefined),
  /** Files that may be sent to a phone: attachments, the contents of winmail.dat, pictures that matter. */
  files: z.catch(z.optional(MailFiles), undefined),
  /** The purpose of the email as a card, if it is clear. */
  card: z.catch(z.optional(EmailCard), undefined),
  /** The assessment of the sender at arrival; absent in views of another version. */
  sender: z.catch(z.optional(SenderBadge), undefined),
})
export type MailView = z.infer<typeof MailView>
