// Where a text stops being the sender's own: the lines that introduce quoted and forwarded mails.
import { plain } from './plain.ts'
import { answerPrefixes, forwarded, forwardPrefixes, headLabels, original, wrote } from './quote-words.ts'

/** `>`, or `|` as some old programs draw it; a line between two of these is one of a table. */
export const isQuoted = (line: string): boolean => /^\s*(?:>|\|\s(?!.*\|\s*$))/.test(line.slice(0, 2000))
export const unquoted = (line: string): string => line.trimStart().replace(/^(?:[>|] ?)+/, '')
export const isBlank = (line: string): boolean => line.trim() === ''

/** A row of dashes, underscores, equals signs or stars, as a program draws it. */
export const isRule = (line: string): boolean => /^\s*[-_=*─—]{5,}\s*$/.test(line)

// A longer line is a paragraph, not a line that a program wrote.
const longestLine = 400

/** Without the stars of bold letters. */
const lineOf = (line: string): string => (line.length > longestLine ? '' : plain(line.replaceAll('*', '')))

// Most lines of most mails end here, before anything is folded.
const isDrawn = (line: string): boolean => /^[\s*]*[-_=<]|[-_=:：>]\W{0,4}$/.test(line.length > longestLine ? '' : line)

export function isForwardMark(line: string): boolean {
  if (!isDrawn(line)) return false
  const text = lineOf(line)
  return text.length < 120 && /^-{2,}|[:：-]$|^<.*>$/.test(text) && forwarded.some(words => text.includes(words))
}

export function isOriginalMark(line: string): boolean {
  if (!isDrawn(line)) return false
  const text = lineOf(line)
  return text.length < 120 && /^[-_=]{2,}|[-_=]{2,}$/.test(text) && original.some(words => text.includes(words))
}

/** Do header lines of a quoted mail begin here? A sender first, then at least two of date, recipient and subject. */
export function isHeadBlock(lines: readonly string[], from: number): boolean {
  if (labelOf(lines[from]) !== 'from') return false
  const seen = new Set<string>()
  for (const line of lines.slice(from + 1, from + 9)) {
    const label = labelOf(line)
    if (label === 'from') return false
    if (label) seen.add(label)
  }
  return seen.size >= 2
}

type Label = keyof typeof headLabels
const labels = new Map<string, Label[]>()
for (const label of ['from', 'date', 'to', 'subject'] as const)
  for (const word of headLabels[label]) labels.set(word, [...(labels.get(word) ?? []), label])

/** Some words are a label of two kinds in two languages; the first line of a block is a sender, others are what else they may be. */
function labelOf(line: string | undefined): Label | null {
  if (!line || line.slice(0, 60).search(/[:：]/) < 0) return null
  const text = lineOf(line)
  const colon = text.search(/[:：]/)
  if (colon < 1 || colon > 30) return null
  return labels.get(text.slice(0, colon).trim())?.[0] ?? null
}

export interface Introduction {
  /** How many lines it takes. */
  lines: number
  /** It says who wrote and when, so that what follows is a quotation even without signs. */
  isSure: boolean
}

/** `On Tue, 3 Mar 2026 at 10:14, A. Nother <a@example.com> wrote:` in any language, on up to four lines; null where none begins. */
export function introductionAt(lines: readonly string[], from: number): Introduction | null {
  const end = [0, 1, 2, 3].find(more => endsWithColon(lines[from + more] ?? ''))
  if (end === undefined) return null
  const own = lines.slice(from, from + end + 1)
  if (own.some(line => isBlank(line) || isQuoted(line) || line.length > longestLine)) return null
  const text = own.map(lineOf).join(' ').trim()
  if (text.length > longestLine || isOwnLine(lines, from, own.length)) return null
  return judged(text, own.length)
}

// Marks that turn the direction of writing may stand behind it.
const endsWithColon = (line: string): boolean => line.length <= longestLine && /[:：][>\s\p{Cf}]{0,6}$/u.test(line.slice(-8))

/** The sender's last line may stand right above an introduction that is whole without it. */
const isOwnLine = (lines: readonly string[], from: number, count: number): boolean =>
  count > 1 && (!/[\d@]/.test(lines[from] ?? '') || /[.!?]\s*$/.test(lines[from] ?? '')) && introductionAt(lines, from + 1) !== null

/** Sure: an address and a time, or a word for writing with a date and a time of day. */
function judged(text: string, lines: number): Introduction | null {
  const hasAddress = /<[^<>@\s]+@[^<>\s]+>|\S@\S/.test(text)
  const says = wrote.some(word => text.includes(word))
  if (!hasTime(text) && !(hasAddress && says)) return null
  return { lines, isSure: hasAddress ? says || hasTime(text) : says && hasDay(text) && hasClock(text) }
}

const hasTime = (text: string): boolean => hasDay(text) || hasClock(text)
const hasDay = (text: string): boolean => /(?:^|\D)(?:19|20)\d\d(?:\D|$)|\d{1,2}[./]\d{1,2}[./]\d\d/.test(asciiDigits(text))
const hasClock = (text: string): boolean => /(?:^|\D)\d{1,2}[:.h]\d{2}(?:\D|$)/.test(asciiDigits(text))

/** The digits of Arabic, Persian and Hindi, which NFKC leaves as they are. */
const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, digit => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0x966 ? 0x966 : point >= 0x6f0 ? 0x6f0 : 0x660))
  })

export const isForwardSubject = (subject: string): boolean => startsWithAny(subject, forwardPrefixes)
export const isAnswerSubject = (subject: string): boolean => startsWithAny(subject, answerPrefixes)

/** Behind list tags such as `[builders]`; counters as in `Re[2]:` and `Re(2):` count with the prefix. */
function startsWithAny(subject: string, prefixes: readonly string[]): boolean {
  const text = plain(subject.slice(0, 200)).replace(/^(?:\[[^\]]{0,60}\]\s*)+/, '')
  const prefix = /^([^:：[(]{1,20})(?:[[(]\d{1,3}[\])])?\s*[:：]/.exec(text)?.[1]
  return prefix !== undefined && prefixes.includes(prefix.trim())
}
