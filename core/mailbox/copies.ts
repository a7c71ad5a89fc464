// Finds copies of a message in two mailboxes or folders, so that each phone gets it once.
import type { MailView } from '../message/view.ts'
import type { FinalDecision } from './final-decision.ts'

/** Where an email arrived: a folder of a mailbox; our own addresses have no folder. */
export interface MessageLocation {
  mailboxId: string
  folder: string | null
}

/** The first forwarded copy of an email, and the phones that any of its copies were sent to. */
export interface FirstCopy extends MessageLocation {
  messageId: string
  at: Date
  sentTo: string[]
}

const rememberedMs = 7 * 86_400_000

/**
 * What two copies of an email have in common, however they arrived; null if too much of it is unknown. A Message-ID alone is not
 * enough, because senders reuse them. Sizes and headers are excluded, because each path adds its own.
 */
export function copyText(view: MailView): string | null {
  if (!view.messageId || view.unparsed !== null || view.fetched === 'headers' || view.fetched === 'structure') return null
  const { messageId, date, subject, body, attachments } = view
  const senders = view.from.map(person => person.address)
  const files = attachments.map(file => file.name)
  return JSON.stringify([messageId, date, senders, subject, body.replace(/\s+/g, ' ').trim(), files])
}

/**
 * Excludes the phones that got a copy from elsewhere in the last seven days; `next` is what to remember from now on.
 * Equal emails in the same location are two emails: somebody sent them twice.
 */
export function withoutRepeats(
  decision: FinalDecision,
  location: MessageLocation & { messageId: string },
  first: FirstCopy,
  now: Date,
): { decision: FinalDecision; next: FirstCopy } {
  const isNew = first.sentTo.length === 0 || now.getTime() - first.at.getTime() > rememberedMs
  const isOtherLocation = first.mailboxId !== location.mailboxId || first.folder !== location.folder
  const remaining = withoutPhones(decision, isNew || !isOtherLocation ? [] : first.sentTo)
  const sentTo = remaining.forwards.map(({ destinationId }) => destinationId)
  const next = isNew ? { ...location, at: now, sentTo } : { ...first, sentTo: [...new Set([...first.sentTo, ...sentTo])] }
  return { decision: remaining, next }
}

/** Excludes phones that already have the email. */
export function withoutPhones(decision: FinalDecision, sentTo: string[]): FinalDecision {
  const forwards = decision.forwards.filter(({ destinationId }) => !sentTo.includes(destinationId))
  if (forwards.length === decision.forwards.length) return decision
  return forwards.length > 0 ? { ...decision, forwards } : { ...decision, forwards, result: 'suppressed', reason: 'copy' }
}
