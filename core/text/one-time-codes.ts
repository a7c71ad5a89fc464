// Finds one-time codes as mails write them: beside a word for a code, or alone on a line below one.
import { codeWordsIn } from './code-words.ts'
import type { Span } from './spans.ts'

/** So many lines of text below the word a code may stand alone. */
const linesBelow = 5
/** On the same line it stands no further away. */
const lettersBeside = 80

interface Line {
  start: number
  end: number
  candidates: Span[]
  words: Span[]
}

export const hasCodeWord = (text: string): boolean => codeWordsIn(text).length > 0

/** `isAnnounced`: the subject speaks of a code, so that a line that is nothing else is one. */
export function spansOfCodes(text: string, isAnnounced: boolean): Span[] {
  const lines = linesOf(text).filter(line => text.slice(line.start, line.end).trim() !== '')
  const found: Span[] = []
  let below = isAnnounced ? Infinity : 0
  for (const line of lines) {
    const beside = line.words.flatMap(word => nearest(line, word, text) ?? [])
    const [only] = line.candidates
    if (beside.length > 0) found.push(...beside)
    else if (below > 0 && only && line.candidates.length === 1 && isAlone(only, line, text)) found.push(only)
    if (line.words.length > 0) below = Math.max(below, linesBelow + 1)
    below--
  }
  return found
}

/** The first behind the word, else the last before it, within its sentence. */
function nearest(line: Line, word: Span, text: string): Span | null {
  const candidates = line.candidates.filter(c => c.end >= word.start - lettersBeside && c.start <= word.end + lettersBeside)
  const isNear = (from: number, to: number) =>
    to >= from && to - from <= lettersBeside && !/[.!?。！？؟](\s|$)/.test(text.slice(from, to).trimEnd())
  return candidates.find(c => isNear(word.end, c.start)) ?? candidates.findLast(c => isNear(c.end, word.start)) ?? null
}

const isAlone = (candidate: Span, line: Line, text: string): boolean =>
  /^[^\p{L}\p{Nd}]*$/u.test(text.slice(line.start, candidate.start)) && /^[^\p{L}\p{Nd}]*$/u.test(text.slice(candidate.end, line.end))

function linesOf(text: string): Line[] {
  const candidates = candidatesIn(text)
  const words = codeWordsIn(text)
  const lines: Line[] = []
  let [candidate, word] = [0, 0]
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const firsts = [candidate, word] as const
    while ((candidates[candidate]?.start ?? Infinity) < end) candidate++
    while ((words[word]?.start ?? Infinity) < end) word++
    // A code in cells may run over several lines; it belongs to the one on which it begins.
    const here = candidates.slice(firsts[0], candidate)
    lines.push({ start, end: Math.max(end, here.at(-1)?.end ?? 0), candidates: here, words: words.slice(firsts[1], word) })
    start = end + 1
  }
  return lines
}

const edge = '(?<![\\p{L}\\p{Nd}])'
const end = '(?![\\p{L}\\p{Nd}])'
const shapes = [
  // Single digits, as the cells of a table leave them.
  new RegExp(`${edge}\\p{Nd}(?:\\s{1,4}\\p{Nd}){3,9}${end}`, 'gu'),
  // 123456, 123 456, 12-34-56, and with a letter before: G-123456.
  new RegExp(`${edge}(?:[A-Z]{1,3}-)?\\p{Nd}{2,10}(?:[ \\u00a0\\-\\u2010-\\u2013]\\p{Nd}{2,4}){0,3}${end}`, 'gu'),
  // K7Q-2XM, 4F9K2P.
  new RegExp(`${edge}[A-Z\\d]{2,6}(?:-[A-Z\\d]{2,6}){0,3}${end}`, 'gu'),
]
const address = /(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@[^\s@]{1,255}/g

/** In the order of the text; where two overlap, the longer. */
function candidatesIn(text: string): Span[] {
  const addresses = [...text.matchAll(address)].map(found => ({ start: found.index, end: found.index + found[0].length }))
  const all = shapes.flatMap(shape => [...text.matchAll(shape)].flatMap(found => candidateOf(found[0], found.index, text) ?? []))
  const free = outside(all, addresses)
  const kept: Span[] = []
  for (const next of free.toSorted((a, b) => a.start - b.start || b.end - a.end)) if (next.start >= (kept.at(-1)?.end ?? 0)) kept.push(next)
  return kept
}

function outside(candidates: Span[], addresses: Span[]): Span[] {
  let at = 0
  return candidates
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at < addresses.length && (addresses[at]?.end ?? 0) <= start) at++
      return (addresses[at]?.start ?? Infinity) >= end
    })
}

function candidateOf(shown: string, start: number, text: string): Span | null {
  const letters = shown.replace(/[^\p{L}\p{Nd}]/gu, '')
  const end = start + shown.length
  if (letters.length < 4 || letters.length > 10) return null
  // Capitals alone are a word, unless they come in threes (ABC-DEF); a word with a number behind it (SPRING20) is a voucher.
  if (!/\p{Nd}/u.test(letters) && !/^[A-Z]{3}-[A-Z]{3}$/.test(shown)) return null
  if (/[A-Z]{4}/.test(shown)) return null
  return isAmountOrDate(text.slice(Math.max(0, start - 3), start), text.slice(end, end + 3)) ? null : { start, end }
}

/** A part of a price, a date, a time, a share or a version. */
const isAmountOrDate = (before: string, after: string): boolean =>
  /[\p{Sc}#№]\s?$|\p{Nd}[.,:/]$|[.,:/]$(?<=\p{Nd}.)/u.test(before) || /^[.,:/]\p{Nd}|^\s?[%\p{Sc}]/u.test(after)
