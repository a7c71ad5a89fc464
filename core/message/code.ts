// Whether a mail brings a one-time code: such a mail is worth nothing when it has to wait.
import { hasCodeWord, spansOfCodes } from '../text/one-time-codes.ts'
import { automatedBy, isReply, newsletterBy } from './facts.ts'
import type { MailView } from './view.ts'

/** What is further down in a long mail is not what it was sent for. */
const mostLetters = 4_000

/** A code beside a word for it, in a mail that a machine wrote or whose subject speaks of a code; no newsletter and no answer. */
export function bringsCode(view: MailView): boolean {
  const text = view.body.slice(0, mostLetters)
  const isAnnounced = hasCodeWord(view.subject)
  // Most mails end here: to look for what a code looks like takes ten times as long as to look for a word for one.
  if (!isAnnounced && !hasCodeWord(text)) return false
  if (spansOfCodes(view.subject, false).length + spansOfCodes(text, isAnnounced).length === 0) return false
  return (isAnnounced || automatedBy(view) !== null) && !isReply(view) && newsletterBy(view) === null
}
