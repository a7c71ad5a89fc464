// Which parts of a message its reader would call a file, and what its calendar part asks.
import type { Attachment, Email } from 'postal-mime'
import type { MailView } from '../../../core/message/view.ts'
import { isCalendarType } from './calendar/kinds.ts'

/** Without pictures that stand in the text, signatures, the calendar part, and what reports and encrypted mails are made of. */
export function filesOf(email: Email): Attachment[] {
  const type = contentTypeOf(email)
  if (type === 'multipart/encrypted') return []
  const shown = shownIn(email.html ?? '')
  return email.attachments.filter(part => !isWrapping(part) && !isShown(part, shown) && !(type === 'multipart/report' && isReported(part)))
}

function contentTypeOf(email: Email): string {
  const value = email.headers.find(header => header.key === 'content-type')?.value ?? ''
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

const signatures = ['application/pkcs7-signature', 'application/x-pkcs7-signature', 'application/pgp-signature']

function isWrapping(part: Attachment): boolean {
  if (isCalendarType(part.mimeType) && part.disposition !== 'attachment' && (part.filename === null || part.method !== undefined))
    return true
  return signatures.includes(part.mimeType)
}

const htmlLetters = 512 * 1024

/** The ids of the pictures that stand in the text (RFC 2392). */
const shownIn = (html: string): Set<string> =>
  new Set(Array.from(html.slice(0, htmlLetters).matchAll(/\bcid:([^"'\s<>)]{1,300})/gi), found => found[1] ?? ''))

const isShown = (part: Attachment, shown: Set<string>): boolean =>
  part.mimeType.startsWith('image/') && (part.related === true || shown.has((part.contentId ?? '').replace(/^<|>$/g, '')))

const isReported = (part: Attachment): boolean => part.mimeType.startsWith('message/') || part.mimeType === 'text/rfc822-headers'

const known: Record<string, MailView['calendar']> = { REQUEST: 'request', CANCEL: 'cancel', REPLY: 'reply' }
const calendarHead = 64 * 1024

/** The method of the part (RFC 6047 §2.4), else of the calendar in it (RFC 5546 §3.1); a part with none only shows dates. */
export function calendarOf(email: Email): MailView['calendar'] {
  const parts = email.attachments.filter(part => isCalendarType(part.mimeType))
  if (parts.length === 0) return null
  const methods = parts.map(part => part.method ?? methodIn(part)).filter(method => method !== '')
  return methods.map(method => known[method.toUpperCase()]).find(method => method !== undefined) ?? 'other'
}

function methodIn({ content }: Attachment): string {
  const text =
    typeof content === 'string'
      ? content
      : Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content).toString('latin1', 0, calendarHead)
  return /^METHOD(?:;[^:\r\n]{0,200})?:[ \t]*([A-Za-z-]{1,40})/im.exec(text)?.[1] ?? ''
}
