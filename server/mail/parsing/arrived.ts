// Defines a message that has arrived and isn't saved yet: what IMAP and SMTP pass to forwarding.
import type { FetchedExtent, MailView } from '../../../core/message/view.ts'
import { digest } from '../../foundation/seal.ts'
import { headerValue, splitMail } from './raw.ts'

export interface Arrived {
  userId: string
  mailboxId: string
  kind: 'imap' | 'address'
  /** Identifies the email permanently: `folder:uidValidity:uid`, or `smtp:` and a digest. */
  sourceKey: string
  /** Equal for every copy of the same email; see `contentHash`. */
  contentHash: Buffer
  /** Its location; absent for emails to our own addresses. */
  folder?: string
  uidValidity: number | null
  uid: number | null
  /** The full email, unless `reduced` or `fetched` says what is missing. */
  raw: Buffer
  /** Absent when the email is complete. With `structure` and `text` its files are stripped (stripped.ts). */
  fetched?: Exclude<FetchedExtent, 'all'>
  /** Fetches more of the emails that share this function, until the batch is committed. */
  more?: FetchMore
  /** The number of parts left out of `raw` because there are too many. */
  leftParts?: number
  sizeBytes: number
  /** `no_text`: the server returned only the header. `not_kept`: it always failed to be kept with its content. */
  reduced: 'too_large' | 'not_handed_over' | 'no_text' | 'not_kept' | null
  arrivedAt: Date
  /** When the mail server received it, by its own clock. */
  datedAt?: Date | null
  /** Our own sender authentication results; absent when not checked. */
  auth?: MailView['auth'] | undefined
  /** Domains with a signature we verified; none when not checked. */
  signedBy?: string[]
}

export type FetchDepth = 'structure' | 'text' | 'all'
/** Returns the emails in the same order; `reduced` says what is no longer available. */
export type FetchMore = (mails: Arrived[], wanted: FetchDepth) => Promise<Arrived[]>

/** The content hash of an email known by its UID alone. */
export const noContent = Buffer.alloc(0)

/**
 * A digest over identifying headers and the size, or over all bytes when there is no Message-ID. Senders that reuse a Message-ID
 * within a second use different subjects or addressees.
 */
export function contentHash(raw: Buffer, sizeBytes: number): Buffer {
  const { head } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  if (!messageId) return digest(Buffer.concat([digest(raw), Buffer.from(`:${sizeBytes}`)]))
  const own = ['date', 'from', 'to', 'subject'].map(name => headerValue(head, name))
  return digest(JSON.stringify([messageId, ...own, sizeBytes]))
}

export const imapSourceKey = (folder: string, uidValidity: number, uid: number): string => `${folder}:${uidValidity}:${uid}`

/** Equal for an email that its sender repeats after a lost response: address, Message-ID and text are the sender's. */
export function smtpSourceKey(address: string, raw: Buffer): string {
  const { head, body } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  const own = messageId ? [messageId, headerValue(head, 'date'), headerValue(head, 'from'), headerValue(head, 'subject')] : [head]
  return `smtp:${digest(JSON.stringify([address, ...own, digest(body).toString('hex')])).toString('base64url')}`
}

/** A complete email to one of our addresses. */
export const arrivedAtAddress = (
  { userId, mailboxId }: Pick<Arrived, 'userId' | 'mailboxId'>,
  address: string,
  raw: Buffer,
  arrivedAt: Date,
): Arrived => ({
  userId,
  mailboxId,
  kind: 'address',
  sourceKey: smtpSourceKey(address, raw),
  contentHash: contentHash(raw, raw.length),
  uidValidity: null,
  uid: null,
  raw,
  sizeBytes: raw.length,
  reduced: null,
  arrivedAt,
})
