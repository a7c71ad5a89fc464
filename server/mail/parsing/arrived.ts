// A message that has arrived and isn't saved yet: what IMAP and SMTP hand to forward.
import type { FetchedExtent, MailView } from '../../../core/message/view.ts'
import { digest } from '../../foundation/seal.ts'
import { headerValue, splitMail } from './raw.ts'

export interface Arrived {
  userId: string
  mailboxId: string
  kind: 'imap' | 'address'
  /** Names the mail for ever: `folder:uidValidity:uid`, or `smtp:` and a digest. */
  sourceKey: string
  /** Equal for the same mail wherever it is met again; see `contentHash`. */
  contentHash: Buffer
  /** Where it lay; nowhere for mail to an address of ours. */
  folder?: string
  uidValidity: number | null
  uid: number | null
  /** The whole mail; its headers alone, or nothing, where `reduced` says why; else what `fetched` says. */
  raw: Buffer
  /** Absent where the mail is whole. With `structure` and `text` its files are hollow (fetching/hollow.ts). */
  fetched?: Exclude<FetchedExtent, 'all'>
  /** Fetches more of mails that have this very function, as long as the batch is not committed. */
  more?: FetchMore
  /** So many parts are not in `raw`, as they are too many. */
  leftParts?: number
  sizeBytes: number
  /** `no_text`: the server gave its header alone. */
  reduced: 'too_large' | 'not_handed_over' | 'no_text' | null
  arrivedAt: Date
  /** When the mail server took it in, by its own clock. */
  datedAt?: Date | null
  /** What we found ourselves about its sender; nothing where it was not checked. */
  auth?: MailView['auth'] | undefined
  /** The domains that signed it, as we found out ourselves; none where it was not checked. */
  signedBy?: string[]
}

export type FetchDepth = 'structure' | 'text' | 'all'
/** In the same order. What cannot be had any more is said by `reduced`. */
export type FetchMore = (mails: Arrived[], wanted: FetchDepth) => Promise<Arrived[]>

/** Of a mail that is known by its UID alone. */
export const noContent = Buffer.alloc(0)

/**
 * A digest over what a header says of its mail, and the size; over all bytes when there is no Message-ID. Senders that use a Message-ID
 * twice in a second send other subjects, or to others.
 */
export function contentHash(raw: Buffer, sizeBytes: number): Buffer {
  const { head } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  if (!messageId) return digest(Buffer.concat([digest(raw), Buffer.from(`:${sizeBytes}`)]))
  const own = ['date', 'from', 'to', 'subject'].map(name => headerValue(head, name))
  return digest(JSON.stringify([messageId, ...own, sizeBytes]))
}

export const imapSourceKey = (folder: string, uidValidity: number, uid: number): string => `${folder}:${uidValidity}:${uid}`

/** The same for a mail that its sender repeats after a lost answer: address, Message-ID and text are all the sender's own. */
export function smtpSourceKey(address: string, raw: Buffer): string {
  const { head, body } = splitMail(raw)
  const messageId = headerValue(head, 'message-id')
  const own = messageId ? [messageId, headerValue(head, 'date'), headerValue(head, 'from'), headerValue(head, 'subject')] : [head]
  return `smtp:${digest(JSON.stringify([address, ...own, digest(body).toString('hex')])).toString('base64url')}`
}

/** A whole mail for an address of ours. */
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
