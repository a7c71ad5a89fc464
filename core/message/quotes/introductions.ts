// Finds the line with which a mail program introduces a quotation: `On Tue, 3 Mar 2026 at 10:14, A. Nother <a@example.com> wrote:`.
import { isBlank, isQuoted, maxMarkerLength, normalizeMarker } from './lines.ts'
import { wroteWords } from './words.ts'

export interface Introduction {
  /** How many lines it spans. */
  lines: number
  /** It names the author and the time, so that what follows is a quotation even without `>`. */
  isSure: boolean
}

const maxLines = 4

/** In any language, on up to four lines; null if none begins here. The sender's own lines may stand directly above it. */
export function findIntroduction(lines: readonly string[], from: number): Introduction | null {
  for (let end = from; end < from + maxLines; end++) {
    const line = lines[end] ?? ''
    if (!canBePart(line) && !(end > from && closesAddress(lines[end - 1] ?? '', line))) return null
    if (!endsIntroduction(line, lines[end + 1] ?? '')) continue
    // Most lines that end with a colon name nobody and no time.
    if (!lines.slice(from, end + 1).some(each => mayName.test(each))) continue
    // Only the shortest tail that is complete is the program's.
    return findStart(lines, end) === from ? classify(join(lines, from, end), end - from + 1) : null
  }
  return null
}

const mayName = /[\d@\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/u

const canBePart = (line: string): boolean => !isBlank(line) && !isQuoted(line) && line.length <= maxMarkerLength

/** An address may be broken before its bracket, which then looks like a quotation. */
const closesAddress = (above: string, line: string): boolean =>
  /<[^<>\s]*$/.test(above.slice(-maxMarkerLength)) && /^>[^>]{0,30}[:：]\s*$/.test(line)

/** A colon, which direction marks may follow; Zoho ends with dashes, others with nothing above a blank line. */
const endsIntroduction = (line: string, next: string): boolean =>
  /[:：][>\s\p{Cf}]{0,6}$/u.test(line.slice(-8)) || isDashed(line) || (isBlank(next) && /<\S+@\S+>/.test(line) && endsInWrote(line))
const endsInWrote = (line: string): boolean => wroteWords.some(word => normalizeMarker(line).endsWith(` ${word}`))
const isDashed = (line: string): boolean =>
  /-{3,}\s*$/.test(line.slice(-12)) && wroteWords.some(word => normalizeMarker(line).includes(word))

const join = (lines: readonly string[], from: number, end: number): string =>
  lines
    .slice(from, end + 1)
    .map(normalizeMarker)
    // An address may be broken at its @.
    .reduce((text, line) => (/[<@]$/.test(text) ? text + line : `${text} ${line}`), '')
    .trim()

function findStart(lines: readonly string[], end: number): number {
  let start = end
  while (end - start < maxLines - 1 && start > 0) {
    const above = lines[start - 1] ?? ''
    const isBroken = closesAddress(above, lines[start] ?? '')
    if (!isBroken && (!canBePart(above) || !isContinued(above, lines[start] ?? '', join(lines, start, end)))) break
    start -= 1
  }
  return start
}

/** Whether the line above belongs to the introduction too, of which `below` is the rest. */
function isContinued(above: string, next: string, below: string): boolean {
  const text = normalizeMarker(above)
  if (/<[^<>]*$/.test(text) && /^[^<>]*>/.test(next.trimStart())) return true
  if (!hasAddress(below) && /^[^<>.!?:]{0,60}<\S+@\S+>,?$/.test(text)) return true
  if (text.endsWith(',') && hasDay(text) && startsWell(text) && !hasDay(below)) return true
  if ((isComplete(below) && startsWell(below)) || /[.!?:：。！？]$/.test(text)) return false
  if (!startsWell(text)) return false
  return /^<\S+@\S+>/.test(next) || (hasTime(text) && (text.endsWith(',') || isWrapped(above, next) || (hasDay(text) && hasClock(text))))
}

const minWrapWidth = 60
const isWrapped = (above: string, next: string): boolean =>
  above.trimEnd().length + 1 + (/^\S+/.exec(next)?.[0] ?? '').length > minWrapWidth

const isComplete = (text: string): boolean => (hasTime(text) && (hasAddress(text) || hasWrote(text))) || (hasDay(text) && hasClock(text))

/** The time or the address comes early, and no sentence ends before it. */
function startsWell(text: string): boolean {
  const lead = /^[^\d<@\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]*/u.exec(text)?.[0] ?? ''
  if (lead.length === text.length || /[!?。！？]|\p{L}{4}[.:：]\s+\S/u.test(lead)) return false
  return lead.length <= (text[lead.length] === '<' ? maxNameLength : maxLeadLength)
}

const maxLeadLength = 45
const maxNameLength = 80

function classify(text: string, lines: number): Introduction | null {
  if (text.length > maxMarkerLength || !isIntroduction(text)) return null
  const hasBoth = hasDay(text) && hasClock(text)
  const isSure = startsWell(text) && (hasBracketedAddress(text) ? hasBoth || (hasWrote(text) && hasTime(text)) : hasWrote(text) && hasBoth)
  return { lines, isSure }
}

const isIntroduction = (text: string): boolean => isComplete(text) || (hasBracketedAddress(text) && hasWrote(text))

const hasAddress = (text: string): boolean => /\S@\S/.test(text)
const hasBracketedAddress = (text: string): boolean => /[<([][^<>@\s]+@[^<>\s]+[>)\]]/.test(text)
const hasWrote = (text: string): boolean => wroteWords.some(word => text.includes(word))
const hasTime = (text: string): boolean => hasDay(text) || hasClock(text)
const hasDay = (text: string): boolean => /(?:^|\D)(?:19|20)\d\d(?:\D|$)|\d{1,2}[./]\d{1,2}[./]\d\d/.test(asciiDigits(text))
const hasClock = (text: string): boolean =>
  /(?:^|\D)\d{1,2}[:.h]\d{2}(?:\D|$)|(?:^|\D)\d{1,2}\s?[ap]\.?m\b|\d{1,2}時\d{1,2}|\d{1,2}点\d{1,2}/.test(asciiDigits(text))

/** Converts Arabic, Persian and Hindi digits, which NFKC does not. */
const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, digit => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0x966 ? 0x966 : point >= 0x6f0 ? 0x6f0 : 0x660))
  })
