// Extended regular expressions of POSIX, as Sieve scripts hold them, in linear time.
import { RE2JS } from 're2js'
import type { Span } from '../../text/spans.ts'
import { isTooLarge } from '../pattern-size.ts'
import type { ExactTest } from './test.ts'

const mostLetters = 65_536
const compiled = new WeakMap<ExactTest, RE2JS[]>()

/** Where the first of the patterns is found; one that cannot be read is found nowhere. */
export function patternHit(test: ExactTest, text: string): Span | null {
  for (const pattern of patternsOf(test)) {
    const matcher = pattern.matcher(text.slice(0, mostLetters))
    if (matcher.find()) return { start: matcher.start(), end: matcher.end() }
  }
  return null
}

/** False for what POSIX has and a linear matcher cannot: references back, and counts above 1,000; and for what is too large. */
export const isPattern = (pattern: string): boolean => compile(pattern, 'octets') !== null

function patternsOf(test: ExactTest): RE2JS[] {
  const known = compiled.get(test)
  if (known) return known
  const made = test.values.flatMap(value => compile(value, test.compare) ?? [])
  compiled.set(test, made)
  return made
}

function compile(pattern: string, compare: ExactTest['compare']): RE2JS | null {
  if (isTooLarge(pattern)) return null
  try {
    // A point is any octet there, a line's end too.
    return RE2JS.compile(pattern, RE2JS.DOTALL | (compare === 'octets' ? 0 : RE2JS.CASE_INSENSITIVE))
  } catch {
    return null
  }
}
