// The subject of an answer: one prefix, whatever language the one before it spoke.
import { isAnswerSubject } from '../quotes.ts'

const mostLetters = 500

/** `Re: AW: Hello` becomes `AW: Hello`, `Hello` becomes `Re: Hello`; nothing else of it changes but that it is one line. */
export function answerSubject(subject: string): string {
  let rest = oneLine(subject).slice(0, mostLetters).trim()
  if (!isAnswerSubject(rest)) return `Re: ${rest}`.trim()
  for (let next = withoutPrefix(rest); next !== rest && isAnswerSubject(next); next = withoutPrefix(rest)) rest = next
  return rest
}

/** List tags such as `[builders]` may stand between two prefixes: what is behind them stays with them. */
const withoutPrefix = (subject: string): string => subject.replace(/^[^:：]{1,26}[:：]\s*/, '')

/** Nothing in it can end a header line or turn the direction of what comes after. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
