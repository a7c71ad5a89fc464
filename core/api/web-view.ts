// The API of the web view: open an email by its link or as its owner, and list its links.
import { z } from 'zod/mini'
import { MailPage } from '../message/html-page.ts'
import { SenderBadge } from '../message/sender-check/badge.ts'
import { Attachment, AuthResult, MailAddress } from '../message/view.ts'
import { ById, Nothing, shape, Time } from './shape.ts'

export const WebView = z.object({
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
  missing: z.nullable(z.string()),
  /** Its filter shows less: the link opens for its owner alone. */
  isForOwner: z.boolean(),
  /** When the link ends; null for its owner, who came without one. */
  expiresAt: z.nullable(Time),
})
export type WebView = z.infer<typeof WebView>

/** 128 bits in base64url. Longer and shorter ones are answered like wrong ones. */
export const Token = z.string().check(z.maxLength(100))

/** Opens a mail by its link; each is counted. A bearer, where there is one, says who looks. */
export const addViewApi = shape({ body: z.object({ token: Token }), status: 200, answer: WebView })
export const getWebViewApi = shape({ params: ById, status: 200, answer: WebView })

export const WebViewLink = z.object({
  createdAt: Time,
  expiresAt: Time,
  isOpen: z.boolean(),
  /** It opens for its owner alone, signed in. */
  isForOwner: z.boolean(),
  views: z.number(),
  lastViewedAt: z.nullable(Time),
})
export type WebViewLink = z.infer<typeof WebViewLink>

/** The newest first. */
export const listLinksApi = shape({ params: ById, status: 200, answer: z.object({ items: z.array(WebViewLink) }) })
/** Closes all links of a mail for good. */
export const closeLinksApi = shape({ params: ById, status: 200, answer: Nothing })
