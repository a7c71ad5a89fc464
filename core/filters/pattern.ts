// Regexps that people write: linear time, never the engine of JavaScript.
import { RE2JS } from 're2js'
import type { Span } from '../text/spans.ts'
import { positionIn, problemCode } from './pattern-problem.ts'
import { isTooLarge, largestProgram } from './pattern-size.ts'

export const longestPattern = 1000

/** `most` is the longest that a pattern may be, where it is too long. */
export interface PatternProblem {
  code: ReturnType<typeof problemCode> | 'pattern_too_long'
  at: Span
  most?: number
}

/** Null for a pattern that can be used; else what is wrong with it, and where. Capitals are small letters unless it says `(?-i)`. */
export function patternProblem(pattern: string): PatternProblem | null {
  if (pattern.length > longestPattern)
    return { code: 'pattern_too_long', at: { start: longestPattern, end: pattern.length }, most: longestPattern }
  if (isTooLarge(pattern)) return { code: 'pattern_too_large', at: { start: 0, end: pattern.length } }
  const made = compiledOf(pattern)
  if (made instanceof RE2JS)
    return made.programSize() > largestProgram ? { code: 'pattern_too_large', at: { start: 0, end: pattern.length } } : null
  return { code: problemCode(made), at: positionIn(pattern, made) }
}

/** The instructions of the compiled pattern; null for one that cannot be used and holds nowhere. */
export function sizeOfPattern(pattern: string): number | null {
  if (pattern.length > longestPattern || isTooLarge(pattern)) return null
  const made = compiledOf(pattern)
  return made instanceof RE2JS && made.programSize() <= largestProgram ? made.programSize() : null
}

/** Where the pattern is found first; nothing for one that is no pattern. */
export function hitsOfPattern(pattern: string, text: string): Span[] {
  const size = sizeOfPattern(pattern)
  const made = size === null ? null : compiledOf(pattern)
  if (size === null || !(made instanceof RE2JS)) return []
  const matcher = made.matcher(text.slice(0, charactersReadBy(size)))
  return matcher.find() ? [{ start: matcher.start(), end: matcher.end() }] : []
}

/**
 * Of a field a pattern reads at most 64 KB, and one of many instructions less: in the worst case each letter meets each instruction,
 * which takes about 0.1 µs. Patterns of two hundred instructions read all.
 */
export const charactersReadBy = (size: number): number => Math.min(65_536, Math.floor(mostSteps / Math.max(1, size)))

const mostSteps = 16_000_000
const mostKept = 500
const kept = new Map<string, RE2JS | Error>()

/** Compiled once and kept while it is used. */
function compiledOf(pattern: string): RE2JS | Error {
  const known = kept.get(pattern)
  // Taken out and put back, it is the youngest.
  if (known) kept.delete(pattern)
  const made = known ?? compile(pattern)
  kept.set(pattern, made)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return made
}

function compile(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
