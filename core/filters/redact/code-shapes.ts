// What a one-time code looks like: four to ten digits or capitals, in groups or single cells.
import type { Place } from './ranges.ts'

export type Candidate = Place

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
export function candidatesIn(text: string): Candidate[] {
  const addresses = [...text.matchAll(address)].map(found => ({ start: found.index, end: found.index + found[0].length }))
  const all = shapes.flatMap(shape => [...text.matchAll(shape)].flatMap(found => candidateOf(found[0], found.index, text) ?? []))
  const free = outside(all, addresses)
  const kept: Candidate[] = []
  for (const next of free.toSorted((a, b) => a.start - b.start || b.end - a.end)) if (next.start >= (kept.at(-1)?.end ?? 0)) kept.push(next)
  return kept
}

function outside(candidates: Candidate[], addresses: Place[]): Candidate[] {
  let at = 0
  return candidates
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at < addresses.length && (addresses[at]?.end ?? 0) <= start) at++
      return (addresses[at]?.start ?? Infinity) >= end
    })
}

function candidateOf(shown: string, start: number, text: string): Candidate | null {
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
