// Builds the subject of a reply with a single prefix, whatever language the earlier prefix is in.
import { isReplySubject } from '../quotes/subjects.ts'

const maxCharacters = 500

/** `Re: AW: Hello` becomes `AW: Hello`, `Hello` becomes `Re: Hello`; otherwise only line breaks change. */
export function toReplySubject(subject: string): string {
  let rest = toSingleLine(subject).slice(0, maxCharacters).trim()
  if (!isReplySubject(rest)) return `Re: ${rest}`.trim()
  for (let next = stripPrefix(rest); next !== rest && isReplySubject(next); next = stripPrefix(rest)) rest = next
  return rest
}

/** Prefixes after a list tag such as `[builders]` are kept. */
const stripPrefix = (subject: string): string => subject.replace(/^[^:：]{1,26}[:：]\s*/, '')

/** Removes line breaks, which would end a header line, and direction marks. */
export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
