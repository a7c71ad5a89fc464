// Detects emails with a one-time code, which is worthless if it is delivered late.
import { findCodeSpans, hasCodeWord } from '../text/one-time-codes.ts'
import { findAutomatedHeader, findNewsletterHeader, isReply } from './facts.ts'
import type { MailView } from './view.ts'

/** A code is never further down than this. */
const maxCharacters = 4_000

/** A code next to a word for it, in an automated email or one whose subject mentions a code; never in newsletters or replies. */
export function hasOneTimeCode(view: MailView): boolean {
  const text = view.body.slice(0, maxCharacters)
  const isAnnounced = hasCodeWord(view.subject)
  // Most emails stop here: searching for codes takes ten times as long as searching for the words.
  if (!isAnnounced && !hasCodeWord(text)) return false
  if (findCodeSpans(view.subject, false).length + findCodeSpans(text, isAnnounced).length === 0) return false
  return (isAnnounced || findAutomatedHeader(view) !== null) && !isReply(view) && findNewsletterHeader(view) === null
}
