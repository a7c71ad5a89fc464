// Lists the parts of a message that a reader would call files, and reads its calendar method.
import type { Attachment, Email } from 'postal-mime'
import type { MailView } from '../../../core/message/view.ts'
import { isCalendarType } from './calendar/kinds.ts'

/** Excludes inline pictures, signatures, the calendar part, and the parts of reports and encrypted emails. */
export function listFiles(email: Email): Attachment[] {
  const type = readContentType(email)
  if (type === 'multipart/encrypted') return []
  const inlineIds = readInlineIds(email.html ?? '')
  return email.attachments.filter(
    part => !isWrapping(part) && !isInline(part, inlineIds) && !(type === 'multipart/report' && isReported(part)),
  )
}

function readContentType(email: Email): string {
  const value = email.headers.find(header => header.key === 'content-type')?.value ?? ''
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

const signatures = ['application/pkcs7-signature', 'application/x-pkcs7-signature', 'application/pgp-signature']

function isWrapping(part: Attachment): boolean {
  if (isCalendarType(part.mimeType) && part.disposition !== 'attachment' && (part.filename === null || part.method !== undefined))
    return true
  return signatures.includes(part.mimeType)
}

const maxHtmlChars = 512 * 1024

/** The content ids of inline pictures (RFC 2392). */
const readInlineIds = (html: string): Set<string> =>
  new Set(Array.from(html.slice(0, maxHtmlChars).matchAll(/\bcid:([^"'\s<>)]{1,300})/gi), found => found[1] ?? ''))

const isInline = (part: Attachment, inlineIds: Set<string>): boolean =>
  part.mimeType.startsWith('image/') && (part.related === true || inlineIds.has((part.contentId ?? '').replace(/^<|>$/g, '')))

const isReported = (part: Attachment): boolean => part.mimeType.startsWith('message/') || part.mimeType === 'text/rfc822-headers'

const calendarMethods: Record<string, MailView['calendar']> = { REQUEST: 'request', CANCEL: 'cancel', REPLY: 'reply' }
const maxMethodBytes = 64 * 1024

/** The part's method (RFC 6047 §2.4), else its calendar's (RFC 5546 §3.1); without a method it only states dates. */
export function readCalendarMethod(email: Email): MailView['calendar'] {
  const parts = email.attachments.filter(part => isCalendarType(part.mimeType))
  if (parts.length === 0) return null
  const methods = parts.map(part => part.method ?? readMethod(part)).filter(method => method !== '')
  return methods.map(method => calendarMethods[method.toUpperCase()]).find(method => method !== undefined) ?? 'other'
}

function readMethod({ content }: Attachment): string {
  const text =
    typeof content === 'string'
      ? content
      : Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content).toString('latin1', 0, maxMethodBytes)
  return /^METHOD(?:;[^:\r\n]{0,200})?:[ \t]*([A-Za-z-]{1,40})/im.exec(text)?.[1] ?? ''
}
