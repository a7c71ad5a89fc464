// The wire of the whole mail on the web: by its link, by its owner, and what its owner sees of the links.
import { z } from 'zod/mini'
import { MailPage } from '../message/page.ts'
import { SenderBadge } from '../message/sender-check/badge.ts'
import { Attachment, AuthResult, MailAddress } from '../message/view.ts'
import { ById, Nothing, shape, Time } from './shape.ts'

export const WholeMail = z.object({
  from: z.nullable(MailAddress),
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  subject: z.string(),
  arrivedAt: Time,
  /** Null where nobody whom we trust checked its sender. */
  auth: z.nullable(AuthResult),
  /** What was said of its sender when it came. */
  sender: z.optional(SenderBadge),
  /** What filters see of it, at most 64 KB. */
  text: z.string(),
  isTextCut: z.boolean(),
  /** Null where it had none, or it is not kept any more; then the text is all there is. */
  page: z.nullable(MailPage),
  /** `href`: where it can be had for now; null where it cannot. */
  attachments: z.array(z.extend(Attachment, { href: z.nullable(z.string()) })),
  /** A sentence: what of the mail is not here, and why. */
  lack: z.nullable(z.string()),
  /** Its filter shows less: the link opens for its owner alone. */
  isForOwner: z.boolean(),
  /** When the link ends; null for its owner, who came without one. */
  expiresAt: z.nullable(Time),
})
export type WholeMail = z.infer<typeof WholeMail>

/** 128 bits in base64url. Longer and shorter ones are answered like wrong ones. */
export const Token = z.string().check(z.maxLength(100))

/** Opens a mail by its link; each is counted. A bearer, where there is one, says who looks. */
export const addView = shape({ body: z.object({ token: Token }), status: 200, answer: WholeMail })
export const getWhole = shape({ params: ById, status: 200, answer: WholeMail })

export const MailLink = z.object({
  createdAt: Time,
  expiresAt: Time,
  isOpen: z.boolean(),
  /** It opens for its owner alone, signed in. */
  isForOwner: z.boolean(),
  views: z.number(),
  lastViewedAt: z.nullable(Time),
})
export type MailLink = z.infer<typeof MailLink>

/** The newest first. */
export const listLinks = shape({ params: ById, status: 200, answer: z.object({ items: z.array(MailLink) }) })
/** Closes all links of a mail for good. */
export const closeLinks = shape({ params: ById, status: 200, answer: Nothing })
