// A mail that has arrived and is not kept yet: what the ways in (IMAP, SMTP) hand to forward.
import type { MailView } from '../../core/message/view.ts'
import { digest } from '../seal.ts'
import { headerValue, splitMail } from './raw.ts'

export interface Arrived {
  userId: string
  mailboxId: string
  kind: 'imap' | 'address'
  /** Names the mail for ever: `folder:uidValidity:uid`, or `smtp:` and a digest. */
  sourceKey: string
  /** Equal for the same mail wherever it is met again; see `contentHash`. */
  contentHash: Buffer
  uidValidity: number | null
  uid: number | null
  /** The whole mail, or its headers alone where `reduced` says why. */
  raw: Buffer
  sizeBytes: number
  reduced: 'too_large' | null
  arrivedAt: Date
  /** What we found ourselves about its sender; nothing where it was not checked. */
  auth?: MailView['auth'] | undefined
  /** The domains that signed it, as we found out ourselves; none where it was not checked. */
  signedBy?: string[]
}

/** A digest over Message-ID, Date, From and size; over all bytes when there is no Message-ID. */
export function contentHash(raw: Buffer, sizeBytes: number): Buffer {
  const { head } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  if (!messageId) return digest(Buffer.concat([digest(raw), Buffer.from(`:${sizeBytes}`)]))
  return digest(JSON.stringify([messageId, headerValue(head, 'date'), headerValue(head, 'from'), sizeBytes]))
}

export const imapSourceKey = (folder: string, uidValidity: number, uid: number): string => `${folder}:${uidValidity}:${uid}`

/** The same for a mail that its sender repeats after a lost answer: address, Message-ID and text are all the sender's own. */
export function smtpSourceKey(address: string, raw: Buffer): string {
  const { head, body } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  const own = messageId ? [messageId, headerValue(head, 'date'), headerValue(head, 'from'), headerValue(head, 'subject')] : [head]
  return `smtp:${digest(JSON.stringify([address, ...own, digest(body).toString('hex')])).toString('base64url')}`
}
