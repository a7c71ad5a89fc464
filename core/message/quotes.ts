// Recognizes the lines that introduce quoted and forwarded emails, which is where the sender's own text ends.
import { normalizeLine } from './normalize-line.ts'
import { forwardMarks, forwardPrefixes, headerLabels, originalMarks, replyPrefixes, wroteWords } from './quote-words.ts'

/** `>`, or `|` in some old programs; a line between two `|` is a table row. */
export const isQuoted = (line: string): boolean => /^\s*(?:>|\|\s(?!.*\|\s*$))/.test(line.slice(0, 2000))
export const stripQuoteMarks = (line: string): string => line.trimStart().replace(/^(?:[>|] ?)+/, '')
export const isBlank = (line: string): boolean => line.trim() === ''

/** A separator: a row of dashes, underscores, equals signs or asterisks. */
export const isRule = (line: string): boolean => /^\s*[-_=*─—]{5,}\s*$/.test(line)

// A longer line is a paragraph, not a marker written by a program.
const maxLineLength = 400

/** Without the asterisks of bold text. */
const normalizeShort = (line: string): string => (line.length > maxLineLength ? '' : normalizeLine(line.replaceAll('*', '')))

// Rejects most lines of most emails before the costly normalization.
const mayBeMarker = (line: string): boolean => /^[\s*]*[-_=<]|[-_=:：>]\W{0,4}$/.test(line.length > maxLineLength ? '' : line)

export function isForwardMark(line: string): boolean {
  if (!mayBeMarker(line)) return false
  const text = normalizeShort(line)
  return text.length < 120 && /^-{2,}|[:：-]$|^<.*>$/.test(text) && forwardMarks.some(words => text.includes(words))
}

export function isOriginalMark(line: string): boolean {
  if (!mayBeMarker(line)) return false
  const text = normalizeShort(line)
  return text.length < 120 && /^[-_=]{2,}|[-_=]{2,}$/.test(text) && originalMarks.some(words => text.includes(words))
}

/** Header lines of a quoted email begin here: the sender first, then at least two of date, recipient and subject. */
export function isHeaderBlock(lines: readonly string[], from: number): boolean {
  if (findLabel(lines[from]) !== 'from') return false
  const found = new Set<string>()
  for (const line of lines.slice(from + 1, from + 9)) {
    const label = findLabel(line)
    if (label === 'from') return false
    if (label) found.add(label)
  }
  return found.size >= 2
}

type Label = keyof typeof headerLabels
const labels = new Map<string, Label[]>()
for (const label of ['from', 'date', 'to', 'subject'] as const)
  for (const word of headerLabels[label]) labels.set(word, [...(labels.get(word) ?? []), label])

/** Some words label different headers in different languages; `from` takes precedence. */
function findLabel(line: string | undefined): Label | null {
  if (!line || line.slice(0, 60).search(/[:：]/) < 0) return null
  const text = normalizeShort(line)
  const colon = text.search(/[:：]/)
  if (colon < 1 || colon > 30) return null
  return labels.get(text.slice(0, colon).trim())?.[0] ?? null
}

export interface Introduction {
  /** How many lines it spans. */
  lines: number
  /** It names the author and the time, so that what follows is a quotation even without `>`. */
  isSure: boolean
}

/** `On Tue, 3 Mar 2026 at 10:14, A. Nother <a@example.com> wrote:` in any language, on up to four lines; null if none begins here. */
export function findIntroduction(lines: readonly string[], from: number): Introduction | null {
  const end = [0, 1, 2, 3].find(more => endsWithColon(lines[from + more] ?? ''))
  if (end === undefined) return null
  const own = lines.slice(from, from + end + 1)
  if (own.some(line => isBlank(line) || isQuoted(line) || line.length > maxLineLength)) return null
  const text = own.map(normalizeShort).join(' ').trim()
  if (text.length > maxLineLength || startsWithOwnLine(lines, from, own.length)) return null
  return classifyIntroduction(text, own.length)
}

// Direction marks may follow the colon.
const endsWithColon = (line: string): boolean => line.length <= maxLineLength && /[:：][>\s\p{Cf}]{0,6}$/u.test(line.slice(-8))

/** The sender's last line may be directly above an introduction that is complete without it. */
const startsWithOwnLine = (lines: readonly string[], from: number, count: number): boolean =>
  count > 1 && (!/[\d@]/.test(lines[from] ?? '') || /[.!?]\s*$/.test(lines[from] ?? '')) && findIntroduction(lines, from + 1) !== null

/** Sure: an address with a time, or "wrote" with a date and a time of day. */
function classifyIntroduction(text: string, lines: number): Introduction | null {
  const hasAddress = /<[^<>@\s]+@[^<>\s]+>|\S@\S/.test(text)
  const hasWrote = wroteWords.some(word => text.includes(word))
  if (!hasTime(text) && !(hasAddress && hasWrote)) return null
  return { lines, isSure: hasAddress ? hasWrote || hasTime(text) : hasWrote && hasDay(text) && hasClock(text) }
}

const hasTime = (text: string): boolean => hasDay(text) || hasClock(text)
const hasDay = (text: string): boolean => /(?:^|\D)(?:19|20)\d\d(?:\D|$)|\d{1,2}[./]\d{1,2}[./]\d\d/.test(asciiDigits(text))
const hasClock = (text: string): boolean => /(?:^|\D)\d{1,2}[:.h]\d{2}(?:\D|$)/.test(asciiDigits(text))

/** Converts Arabic, Persian and Hindi digits, which NFKC does not. */
const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, digit => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0x966 ? 0x966 : point >= 0x6f0 ? 0x6f0 : 0x660))
  })

export const isForwardSubject = (subject: string): boolean => startsWithAny(subject, forwardPrefixes)
export const isReplySubject = (subject: string): boolean => startsWithAny(subject, replyPrefixes)

/** Skips list tags such as `[builders]`; counters as in `Re[2]:` and `Re(2):` are part of the prefix. */
function startsWithAny(subject: string, prefixes: readonly string[]): boolean {
  const text = normalizeLine(subject.slice(0, 200)).replace(/^(?:\[[^\]]{0,60}\]\s*)+/, '')
  const prefix = /^([^:：[(]{1,20})(?:[[(]\d{1,3}[\])])?\s*[:：]/.exec(text)?.[1]
  return prefix !== undefined && prefixes.includes(prefix.trim())
}
