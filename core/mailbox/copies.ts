// Finds copies of a message in two mailboxes or folders, so that each phone gets it once.
import type { MailView } from '../message/view.ts'
import type { FinalDecision } from './final-decision.ts'

/** Where a mail was met: a folder of a mailbox; an address of ours has none. */
export interface MessageLocation {
  mailboxId: string
  folder: string | null
}

/** A mail that was forwarded, from where, since when, and the phones that any of its copies went to. */
export interface FirstCopy extends MessageLocation {
  messageId: string
  at: Date
  sentTo: string[]
}

const rememberedMs = 7 * 86_400_000

/**
 * What two copies of one mail have in common, whichever way they came; null where too much of the mail is unknown to tell. A Message-ID
 * alone tells nothing: senders repeat theirs. Sizes and headers are left out: each way adds its own.
 */
export function copyText(view: MailView): string | null {
  if (!view.messageId || view.unparsed !== null || view.fetched === 'headers' || view.fetched === 'structure') return null
  const { messageId, date, subject, body, attachments } = view
  const senders = view.from.map(person => person.address)
  const files = attachments.map(file => file.name)
  return JSON.stringify([messageId, date, senders, subject, body.replace(/\s+/g, ' ').trim(), files])
}

/**
 * Leaves out the phones that the mail went to from elsewhere in the last seven days; `next` is what is to be remembered from now on.
 * Equal mails of one place are two mails: somebody sent them twice.
 */
export function withoutRepeats(
  ruling: FinalDecision,
  mine: MessageLocation & { messageId: string },
  first: FirstCopy,
  now: Date,
): { decision: FinalDecision; next: FirstCopy } {
  const isNew = first.sentTo.length === 0 || now.getTime() - first.at.getTime() > rememberedMs
  const isElsewhere = first.mailboxId !== mine.mailboxId || first.folder !== mine.folder
  const without = withoutPhones(ruling, isNew || !isElsewhere ? [] : first.sentTo)
  const sentTo = without.forwards.map(({ destinationId }) => destinationId)
  const next = isNew ? { ...mine, at: now, sentTo } : { ...first, sentTo: [...new Set([...first.sentTo, ...sentTo])] }
  return { decision: without, next }
}

/** The mail goes to none of these, as they have it. */
export function withoutPhones(ruling: FinalDecision, sentTo: string[]): FinalDecision {
  const forwards = ruling.forwards.filter(({ destinationId }) => !sentTo.includes(destinationId))
  if (forwards.length === ruling.forwards.length) return ruling
  return forwards.length > 0 ? { ...ruling, forwards } : { ...ruling, forwards, result: 'suppressed', reason: 'copy' }
}
