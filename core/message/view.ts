// The filter view of a message: what filters, explanations and screens see of a mail.
import { z } from 'zod/mini'
import { MailFiles } from './attachments.ts'
import { Blocks } from './blocks/shapes.ts'
import { Card } from './cards/shapes.ts'
import { SenderBadge } from './sender-check/badge.ts'
import { Header, MailSource } from './source.ts'

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

export const Attachment = z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() })
export type Attachment = z.infer<typeof Attachment>

const Checked = z.enum(['pass', 'fail', 'none'])
/** What the server that received the mail found out about its sender (RFC 8601); whatever is no pass and no clear fail is `none`. */
export const AuthResult = z.object({ spf: Checked, dkim: Checked, dmarc: Checked })
export type AuthResult = z.infer<typeof AuthResult>

/**
 * How much of the mail was fetched: its header with size and time of arrival; the names, types and sizes of its parts too; its
 * texts too, but no file; or all of it.
 */
export const FetchedExtent = z.enum(['headers', 'structure', 'text', 'all'])
export type FetchedExtent = z.infer<typeof FetchedExtent>

/** Headers keep their order and case; addresses are lower-cased; text is at most 64 KB, `truncated` says when more was there. */
export const MailView = z.object({
  from: z.array(MailAddress),
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  subject: z.string(),
  date: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  headers: z.array(Header),
  body: z.string(),
  attachments: z.array(Attachment),
  sizeBytes: z.number(),
  truncated: z.boolean(),
  /** Set when the mail could not be parsed, or not all of it; the person reads a notice. */
  unparsed: z.nullable(z.string()),
  /** So many parts of the mail were not read. */
  leftParts: z.optional(z.int().check(z.positive())),
  /** What was not fetched is empty here: no filter asked for it. */
  fetched: z._default(FetchedExtent, 'all'),
  /** The addresses that the last servers wrote on the envelope (Delivered-To, X-Original-To, Envelope-To), lower-cased. */
  deliveredTo: z._default(z.array(z.string()), []),
  /** The method of the mail's calendar part; null where it has none. */
  calendar: z._default(z.nullable(z.enum(['request', 'cancel', 'reply', 'other'])), null),
  /** Null where nobody whom we trust checked the mail. */
  auth: z._default(z.nullable(AuthResult), null),
  /** The domains whose signatures hold, as whoever made `auth` says. */
  signedBy: z.optional(z.array(z.string())),
  /** Only where a filter asked for it (core/filters/exact/needs.ts). */
  source: z.optional(MailSource),
  /** The mail as its reader sees it; absent in views of another making, and where `body` is all there is. */
  blocks: z.catch(z.optional(Blocks), undefined),
  /** What may go to a phone beside its words: attachments, what winmail.dat holds, pictures that matter. */
  files: z.catch(z.optional(MailFiles), undefined),
  /** What it was sent for, where it says so clearly. */
  card: z.catch(z.optional(Card), undefined),
  /** What was to be said of its sender when it came; absent in views of another making. */
  sender: z.catch(z.optional(SenderBadge), undefined),
})
export type MailView = z.infer<typeof MailView>
