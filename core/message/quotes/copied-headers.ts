// Recognizes the marks and header lines that mail programs copy above quoted and forwarded emails.
import { isBlank, isRule, maxMarkerLength, normalizeMarker } from './lines.ts'
import { forwardMarks, headerLabels, originalMarks } from './words.ts'

// Rejects most lines of most emails before the costly normalization.
const mayBeMarker = (line: string): boolean => /^[\s*]*[-_=<]|[-_=:：>]\W{0,4}$/.test(line.length > maxMarkerLength ? '' : line)

export function isForwardMark(line: string): boolean {
  if (!mayBeMarker(line)) return false
  const text = normalizeMarker(line)
  return text.length < 120 && /^-{2,}|[:：-]$|^<.*>$/.test(text) && forwardMarks.some(words => text.includes(words))
}

/** `--- Original message ---`; in an unknown language, words between dashes above lines that look like headers. */
export function isOriginalMark(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (!mayBeMarker(line)) return false
  const text = normalizeMarker(line)
  if (text.length >= 120 || !/^[-_=]{2,}|[-_=]{2,}$/.test(text)) return false
  if (originalMarks.some(words => text.includes(words))) return true
  return /^[-_=]{4,}\s*[^-_=].*[-_=]{4,}$/.test(text) && looksLikeHeaders(lines, at + 1)
}

/** At least three labelled lines in a row, one of them with an address or a time of day. */
function looksLikeHeaders(lines: readonly string[], from: number): boolean {
  const start = isBlank(lines[from] ?? '') ? from + 1 : from
  const block = lines.slice(start, start + 3)
  return block.length === 3 && block.every(line => /^[^:：]{1,25}[:：]\s*\S/.test(line)) && block.some(line => /\S@\S|\d:\d\d/.test(line))
}

const maxHeaderLines = 9

/** Header lines of a quoted email begin here: the sender and at least two of date, recipient and subject, in any order. */
export function isHeaderBlock(lines: readonly string[], from: number): boolean {
  const first = findLabel(lines[from])
  if (!first) return false
  const found = new Set<Label>([first])
  let seen = 0
  let isUnbroken = true
  for (const line of lines.slice(from + 1, from + 2 * maxHeaderLines)) {
    if (isBlank(line)) continue
    const label = findLabel(line)
    // A short email below it may be quoting the next one already.
    if (label === 'from' && found.has('from')) break
    if (label) found.add(label)
    else if (found.size < 3) isUnbroken = false
    if (isRule(line) || (seen += 1) === maxHeaderLines) break
  }
  return found.has('from') && found.size >= 3 && (first === 'from' || isUnbroken) && isAboutMail(lines, from, found)
}

/** A journey has a "from", a "to" and a date as well, but in this order, without subject and address. */
const isAboutMail = (lines: readonly string[], from: number, found: ReadonlySet<Label>): boolean =>
  found.has('subject') ||
  [...found].slice(0, 3).join() === 'from,date,to' ||
  lines.slice(from, from + maxHeaderLines).some(line => /\S@\S/.test(line.slice(0, maxMarkerLength)))

type Label = keyof typeof headerLabels
const labels = new Map<string, Label[]>()
for (const label of ['from', 'date', 'to', 'subject'] as const)
  for (const word of headerLabels[label]) labels.set(word, [...(labels.get(word) ?? []), label])

/** Some words label different headers in different languages; `from` takes precedence. */
function findLabel(line: string | undefined): Label | null {
  if (!line || line.slice(0, 60).search(/[:：]/) < 0) return null
  const text = normalizeMarker(line)
  const colon = text.search(/[:：]/)
  if (colon < 1 || colon > 30) return null
  return labels.get(text.slice(0, colon).trim())?.[0] ?? null
}
