// The API for the web view: opens an email by its link or as its owner, and lists its links.
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
  /** When it was received here. */
  arrivedAt: Time,
  /** Its own date: when its mail server received it. */
  datedAt: Time,
  /** The Date header. */
  date: z.nullable(z.string()),
  /** Null if no trusted server checked the sender. */
  auth: z.nullable(AuthResult),
  /** The sender's badge on arrival. */
  sender: z.optional(SenderBadge),
  /** The text that filters see, at most 64 KB. */
  text: z.string(),
  isTextCut: z.boolean(),
  /** The HTML; null if there was none or it is no longer stored; then only the text is available. */
  page: z.nullable(MailPage),
  /** `href`: a temporary download link; null if unavailable. */
  attachments: z.array(z.extend(Attachment, { href: z.nullable(z.string()) })),
  /** A sentence saying what is missing, and why. */
  missing: z.nullable(z.string()),
  /** Its filter hides content on the phone, so the link opens only for its owner. */
  isForOwner: z.boolean(),
  /** When the link expires; null for the owner without a link. */
  expiresAt: z.nullable(Time),
})
export type WebView = z.infer<typeof WebView>

/** 128 bits in base64url. Tokens of other lengths are treated as wrong ones. */
export const Token = z.string().check(z.maxLength(100))

/** Opens an email by its link and counts the view. An optional bearer token identifies the viewer. */
export const addViewApi = shape({ body: z.object({ token: Token }), status: 200, answer: WebView })
export const getWebViewApi = shape({ params: ById, status: 200, answer: WebView })

export const WebViewLink = z.object({
  createdAt: Time,
  expiresAt: Time,
  isOpen: z.boolean(),
  /** It opens only for its owner, signed in. */
  isForOwner: z.boolean(),
  views: z.number(),
  lastViewedAt: z.nullable(Time),
})
export type WebViewLink = z.infer<typeof WebViewLink>

/** Newest first. */
export const listLinksApi = shape({ params: ById, status: 200, answer: z.object({ items: z.array(WebViewLink) }) })
/** Permanently closes all links to an email. */
export const closeLinksApi = shape({ params: ById, status: 200, answer: Nothing })
