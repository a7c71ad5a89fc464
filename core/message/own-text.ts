// Extracts what the sender wrote: the text without quoted emails, signature and disclaimer; forwarded emails keep their text.
import { isReply } from './facts.ts'
import { isBlank, isQuoted, stripQuoteMarks } from './quotes/lines.ts'
import { findAnswered, type MessageKind, splitQuotations } from './quotes/split.ts'
import { isForwardSubject, isReplySubject } from './quotes/subjects.ts'
import { isFooter, stripSignature } from './signature.ts'
import type { MailView } from './view.ts'

type TextSource = Pick<MailView, 'body' | 'subject' | 'headers' | 'from'>

/**
 * `own` includes a forwarded email. `closing`: signature, small print. `earlier`: from an earlier email. `answered`: from an earlier email
 * too, but an answer stands right below it.
 */
export type LineClass = 'own' | 'forwarded' | 'closing' | 'earlier' | 'answered'

/** Lines end with \n. Linear time. */
export function extractOwnText(message: TextSource): string {
  const lines = message.body.replaceAll('\r', '').split('\n')
  const classes = classifyLines(lines, message)
  const pieces: string[][] = [[]]
  for (const [at, line] of lines.entries()) {
    if (classes[at] === 'own') pieces.at(-1)?.push(line)
    else if (pieces.at(-1)?.length) pieces.push([])
  }
  const forwarded = lines.filter((_, at) => classes[at] === 'forwarded').map(line => (isQuoted(line) ? stripQuoteMarks(line) : line))
  const texts = [...pieces.map(joinParagraphs), forwarded.join('\n').trim()]
  return texts.filter(text => text !== '').join('\n\n')
}

const joinParagraphs = (lines: readonly string[]): string =>
  lines
    .filter((line, at) => !isBlank(line) || !isBlank(lines[at - 1] ?? ''))
    .map(line => (isBlank(line) ? '' : line))
    .join('\n')
    .trim()

export function classifyLines(lines: readonly string[], message: Omit<TextSource, 'body'>): LineClass[] {
  const { own, forwardedAt } = splitQuotations(lines, detectKind(message))
  const pieces = own.map(({ from, to }) => ({ from, to, end: findClosing(lines.slice(from, to), message) + from }))
  const withText = pieces.filter(({ from, end }) => lines.slice(from, end).some(hasText))
  const [last] = withText.slice(-1)
  // What a program adds below the quotation is no answer to it.
  if (last && withText.length > 1 && isFooter(lines.slice(last.from, last.end))) last.end = last.from
  const classes = lines.map((_, at): LineClass => (at >= forwardedAt ? 'forwarded' : 'earlier'))
  for (const { from, to, end } of pieces) for (let at = from; at < to; at++) classes[at] = at < end ? 'own' : 'closing'
  for (const at of findAnswered(
    lines,
    withText.filter(({ from, end }) => end > from),
  ))
    classes[at] = 'answered'
  const isEmpty = !lines.some((line, at) => (classes[at] === 'own' || classes[at] === 'forwarded') && hasText(line))
  return isEmpty ? classes.map(each => (each === 'closing' ? 'own' : each)) : classes
}

const hasText = (line: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(line)

/** The line at which signature and small print begin. */
function findClosing(piece: string[], message: Pick<MailView, 'from'>): number {
  const remaining = stripSignature(piece, message)
  // Only lines at the end are ever removed.
  let linesLeft = remaining === '' ? 0 : remaining.split('\n').filter(line => !isBlank(line)).length
  const end = piece.findIndex(line => linesLeft === 0 || (!isBlank(line) && (linesLeft -= 1) < 0))
  return end < 0 ? piece.length : end
}

const detectKind = (message: Omit<TextSource, 'body'>): MessageKind => ({
  isReply: isReply(message) || isReplySubject(message.subject),
  isForward: isForwardSubject(message.subject),
})
