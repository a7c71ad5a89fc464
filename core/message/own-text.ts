// Extracts what the sender wrote: the text without quoted emails, signature and disclaimer; forwarded emails keep their text.
import { isReply } from './facts.ts'
import {
  findIntroduction,
  isBlank,
  isForwardMark,
  isForwardSubject,
  isHeaderBlock,
  isOriginalMark,
  isQuoted,
  isReplySubject,
  isRule,
  stripQuoteMarks,
} from './quotes.ts'
import { stripSignature } from './signature.ts'
import type { MailView } from './view.ts'

type TextSource = Pick<MailView, 'body' | 'subject' | 'headers' | 'from'>

/** Lines end with \n. Linear time. */
export function extractOwnText(message: TextSource): string {
  const lines = message.body.replaceAll('\r', '').split('\n')
  const { own, forwardedAt } = splitQuotations(lines, detectKind(message))
  const ownPieces = own.map(piece => stripSignature(lines.slice(piece.from, piece.to), message)).filter(text => text !== '')
  const forwarded = lines.slice(forwardedAt).map(line => (isQuoted(line) ? stripQuoteMarks(line) : line))
  return [...ownPieces, ...(forwarded.length > 0 ? [forwarded.join('\n').trim()] : [])].join('\n\n')
}

/** For each line: the sender's own (or part of a forwarded email), the closing (signature, small print), or from an earlier email. */
export function classifyLines(lines: readonly string[], message: Omit<TextSource, 'body'>): ('own' | 'closing' | 'earlier')[] {
  const { own, forwardedAt } = splitQuotations(lines, detectKind(message))
  const classes = lines.map((_, at): 'own' | 'closing' | 'earlier' => (at >= forwardedAt ? 'own' : 'earlier'))
  for (const { from, to } of own) {
    const piece = lines.slice(from, to)
    const remaining = stripSignature(piece, message)
    // Only lines at the end are ever removed.
    let linesLeft = remaining === '' ? 0 : remaining.split('\n').filter(line => !isBlank(line)).length
    for (const [at, line] of piece.entries()) {
      classes[from + at] = linesLeft > 0 ? 'own' : 'closing'
      if (!isBlank(line)) linesLeft -= 1
    }
  }
  return classes
}

const detectKind = (message: Omit<TextSource, 'body'>): MessageKind => ({
  isReply: isReply(message) || isReplySubject(message.subject),
  isForward: isForwardSubject(message.subject),
})

interface SplitText {
  /** The sender's lines: ranges between quotations. */
  own: { from: number; to: number }[]
  /** The line at which a forwarded email begins, its marker included; it runs to the end. */
  forwardedAt: number
}

interface MessageKind {
  isReply: boolean
  isForward: boolean
}

function splitQuotations(lines: readonly string[], kind: MessageKind): SplitText {
  const own = [{ from: 0, to: 0 }]
  let isTop = true
  let at = 0
  while (at < lines.length) {
    const end = findQuotationEnd(lines, at, kind, isTop)
    isTop &&= end !== null || isBlank(lines[at] ?? '')
    if (end === 'forwarded') break
    if (end !== null) own.push({ from: end, to: end })
    at = end ?? at + 1
    const piece = own.at(-1)
    if (piece) piece.to = at
  }
  return { own: own.map(piece => trimSeparator(lines, piece)), forwardedAt: at }
}

/** Null if no quotation begins here; else the line after it. `isTop`: the sender wrote nothing above. */
function findQuotationEnd(lines: readonly string[], at: number, kind: MessageKind, isTop: boolean): number | 'forwarded' | null {
  const line = lines[at] ?? ''
  if (isBlank(line)) return null
  if (isQuoted(line)) return kind.isReply ? findQuotedEnd(lines, at) : null
  if (isForwardMark(line)) return 'forwarded'
  if (isOriginalMark(line) || isHeaderBlock(lines, at)) {
    if (kind.isForward || !kind.isReply) return 'forwarded'
    return isTop ? findCopiedEnd(lines, at) : lines.length
  }
  const introduction = findIntroduction(lines, at)
  if (!introduction) return null
  const next = skipBlankLines(lines, at + introduction.lines)
  if (isQuoted(lines[next] ?? '')) return findQuotedEnd(lines, next)
  return introduction.isSure && kind.isReply ? lines.length : null
}

/** Below a copied header some programs mark each line as a quotation, and the reply may follow it. */
function findCopiedEnd(lines: readonly string[], from: number): number | 'forwarded' {
  const blank = lines.findIndex((line, at) => at > from && isBlank(line))
  const next = skipBlankLines(lines, blank < 0 ? lines.length : blank)
  return isQuoted(lines[next] ?? '') ? findQuotedEnd(lines, next) : lines.length
}

function findQuotedEnd(lines: readonly string[], from: number): number | 'forwarded' {
  if (isForwardMark(stripQuoteMarks(lines[from] ?? ''))) return 'forwarded'
  let end = from
  while (end < lines.length && isQuoted(lines[end] ?? '')) {
    end += 1
    const next = skipBlankLines(lines, end)
    if (isQuoted(lines[next] ?? '')) end = next
  }
  return end
}

function skipBlankLines(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at += 1
  return at
}

/** Drops the separator that a program draws between a reply and the quoted email. */
function trimSeparator(lines: readonly string[], { from, to }: { from: number; to: number }): { from: number; to: number } {
  const last = lines.slice(from, to).findLastIndex(line => !isBlank(line))
  return { from, to: last >= 0 && isRule(lines[from + last] ?? '') ? from + last : to }
}
