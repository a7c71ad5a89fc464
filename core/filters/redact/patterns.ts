// Finds every place of a regexp that a person wrote.
import { RE2JS } from 're2js'
import type { Place } from './ranges.ts'

/** A pattern that finds so many places hides the text anyway. */
const mostPlaces = 2000

/** All of the text for a pattern that is none: what may not be seen is rather hidden with too much than shown. */
export function rangesOfPattern(pattern: string, text: string): Place[] {
  const compiled = compile(pattern)
  if (!compiled) return [{ start: 0, end: text.length }]
  const matcher = compiled.matcher(text)
  const places: Place[] = []
  while (places.length < mostPlaces && matcher.find()) places.push({ start: matcher.start(), end: matcher.end() })
  if (places.length === mostPlaces) places.push({ start: places.at(-1)?.end ?? 0, end: text.length })
  return places
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch {
    return null
  }
}
