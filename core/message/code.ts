// Detects emails with a one-time code, which is worthless if it is delivered late.
import { findCodeSpans, findSetApartCodes, hasCodeWord } from '../text/one-time-codes.ts'
import { asksForCode, isYours } from '../text/sign-in-words.ts'
import { findAutomatedHeader, findNewsletterHeader, isReply } from './facts.ts'
import type { MailView } from './view.ts'

/** A code is never further down than this. */
const maxCharacters = 4_000

/**
 * A code next to a word for it, in an automated email or one whose subject mentions a code, or set apart in an automated email that signs
 * somebody in; never in newsletters or replies.
 */
export function hasOneTimeCode(view: MailView): boolean {
  const text = view.body.slice(0, maxCharacters)
  const isAnnounced = hasCodeWord(view.subject)
  // Most emails stop here: searching for codes takes ten times as long as searching for the words.
  const isNamed = isAnnounced || hasCodeWord(text)
  const inSubject = isNamed ? findCodeSpans(view.subject, false) : []
  const found = isNamed ? [...inSubject, ...findCodeSpans(text, isAnnounced)] : []
  if (found.length === 0 && findSetApartCodes(view.subject, text).length === 0) return false
  // A person writes about codes too: of doors and post offices.
  const isMeant = asksForCode(`${view.subject}\n${text}`) || (inSubject.length > 0 && isYours(view.subject))
  const isSent = findAutomatedHeader(view) !== null || (isAnnounced && isMeant)
  return isSent && !isReply(view) && findNewsletterHeader(view) === null
}
