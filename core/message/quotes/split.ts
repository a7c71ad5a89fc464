// Splits the lines of an email into the sender's own, the quoted lines that these answer, earlier emails, and a forwarded email.
import { isForwardMark, isHeaderBlock, isOriginalMark } from './copied-headers.ts'
import { findIntroduction } from './introductions.ts'
import { isBlank, isQuoted, isRule, skipBlankLines, stripQuoteMarks } from './lines.ts'

export interface MessageKind {
  isReply: boolean
  isForward: boolean
}

export interface LineRange {
  from: number
  to: number
}

export interface SplitText {
  /** The sender's lines: ranges between quotations. */
  own: LineRange[]
  /** The line at which a forwarded email begins, its marker included; it runs to the end. */
  forwardedAt: number
}

export function splitQuotations(lines: readonly string[], kind: MessageKind): SplitText {
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
  if (isQuoted(line)) return kind.isReply || kind.isForward ? findQuotedEnd(lines, at, kind) : null
  if (isForwardMark(line)) return 'forwarded'
  if (isOriginalMark(lines, at) || isHeaderBlock(lines, at)) {
    if (kind.isForward || !kind.isReply) return 'forwarded'
    return isTop ? findCopiedEnd(lines, at) : lines.length
  }
  const introduction = findIntroduction(lines, at)
  if (!introduction) return null
  const next = skipBlankLines(lines, at + introduction.lines)
  if (kind.isForward && (introduction.isSure || isQuoted(lines[next] ?? ''))) return 'forwarded'
  if (isQuoted(lines[next] ?? '')) return skipQuoted(lines, next)
  return introduction.isSure && kind.isReply ? lines.length : null
}

/** Below a copied header some programs mark each line as a quotation, and the reply may follow it. */
function findCopiedEnd(lines: readonly string[], from: number): number {
  const blank = lines.findIndex((line, at) => at > from && isBlank(line))
  const next = skipBlankLines(lines, blank < 0 ? lines.length : blank)
  return isQuoted(lines[next] ?? '') ? skipQuoted(lines, next) : lines.length
}

/** Without an introduction, some programs mark a forwarded email as a quotation. */
function findQuotedEnd(lines: readonly string[], from: number, kind: MessageKind): number | 'forwarded' | null {
  const quoted = lines.slice(from, from + maxMarkLines).map(stripQuoteMarks)
  if (isForwardMark(quoted[0] ?? '') || (kind.isForward && isHeaderBlock(quoted, 0))) return 'forwarded'
  return kind.isReply ? skipQuoted(lines, from) : null
}

const maxMarkLines = 20

function skipQuoted(lines: readonly string[], from: number): number {
  let end = from
  while (end < lines.length && (isQuoted(lines[end] ?? '') || isOverflow(lines, end))) {
    end += 1
    const next = skipBlankLines(lines, end)
    if (isQuoted(lines[next] ?? '')) end = next
  }
  return end
}

const wrapWidth = 70

/** The last words of a quoted line, which a program wrapped without a new `>`. */
function isOverflow(lines: readonly string[], at: number): boolean {
  const [above = '', line = '', below = ''] = lines.slice(at - 1, at + 2)
  if (!isQuoted(above) || !isQuoted(below) || !/^[\p{Ll}\p{N}(]/u.test(line)) return false
  const first = /^\S+/.exec(line)?.[0] ?? ''
  return line.length <= wrapWidth && above.length + 1 + first.length > wrapWidth && !/[.!?:;。！？]\s*$/.test(above)
}

/** Drops the separator that a program draws between a reply and the quoted email. */
function trimSeparator(lines: readonly string[], { from, to }: LineRange): LineRange {
  const last = lines.slice(from, to).findLastIndex(line => !isBlank(line))
  return { from, to: last >= 0 && isRule(lines[from + last] ?? '') ? from + last : to }
}

const maxAnswered = 3

/** The ends of the quotations that answers follow, if the sender wrote between quoted lines. */
export function findAnswered(lines: readonly string[], own: readonly LineRange[]): Set<number> {
  const answers = own.filter(({ from }) => isQuoted(lines[findTextAbove(lines, from)] ?? ''))
  // An answer below everything else answers all of it.
  if (!answers.some(({ to }) => isQuoted(lines[skipBlankLines(lines, to)] ?? ''))) return new Set()
  return new Set(answers.flatMap(({ from }) => listAnswered(lines, from)))
}

/** The last lines of the quoted paragraph above the answer. */
function listAnswered(lines: readonly string[], answer: number): number[] {
  let last = answer - 1
  while (last > 0 && !isQuotedText(lines[last] ?? '')) last -= 1
  let first = last
  while (first > 0 && last - first + 1 < maxAnswered && isQuotedText(lines[first - 1] ?? '')) first -= 1
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function findTextAbove(lines: readonly string[], from: number): number {
  let at = from - 1
  while (at >= 0 && isBlank(lines[at] ?? '')) at -= 1
  return at
}

const isQuotedText = (line: string): boolean => isQuoted(line) && stripQuoteMarks(line).trim() !== ''
