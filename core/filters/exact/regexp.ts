// Runs POSIX extended regular expressions from Sieve scripts, in linear time.
import { RE2JS } from 're2js'
import type { Span } from '../../text/spans.ts'
import { isTooLarge } from '../pattern-size.ts'
import type { ExactTest } from './test.ts'

const mostCharacters = 65_536
const compiled = new WeakMap<ExactTest, RE2JS[]>()

/** The position of the first pattern that matches; invalid patterns never match. */
export function findPosixPattern(test: ExactTest, text: string): Span | null {
  for (const pattern of getPatterns(test)) {
    const matcher = pattern.matcher(text.slice(0, mostCharacters))
    if (matcher.find()) return { start: matcher.start(), end: matcher.end() }
  }
  return null
}

/** False for what POSIX supports but a linear matcher cannot (backreferences, counts above 1,000) and for patterns that are too large. */
export const isPosixPattern = (pattern: string): boolean => compile(pattern, 'octets') !== null

function getPatterns(test: ExactTest): RE2JS[] {
  const existing = compiled.get(test)
  if (existing) return existing
  const created = test.values.flatMap(value => compile(value, test.compare) ?? [])
  compiled.set(test, created)
  return created
}

function compile(pattern: string, compare: ExactTest['compare']): RE2JS | null {
  if (isTooLarge(pattern)) return null
  try {
    // In POSIX a dot also matches a line end.
    return RE2JS.compile(pattern, RE2JS.DOTALL | (compare === 'octets' ? 0 : RE2JS.CASE_INSENSITIVE))
  } catch {
    return null
  }
}
