// Runs users' regexps in linear time, never with JavaScript's own engine.
import { RE2JS } from 're2js'
import type { Span } from '../text/spans.ts'
import { positionIn, problemCode } from './pattern-problem.ts'
import { isTooLarge, largestProgram } from './pattern-size.ts'

export const longestPattern = 1000

/** `most` is the length limit, set if the pattern is too long. */
export interface PatternProblem {
  code: ReturnType<typeof problemCode> | 'pattern_too_long'
  at: Span
  most?: number
}

/** What is wrong with a pattern and where, or null. Patterns ignore case unless they say `(?-i)`. */
export function patternProblem(pattern: string): PatternProblem | null {
  if (pattern.length > longestPattern)
    return { code: 'pattern_too_long', at: { start: longestPattern, end: pattern.length }, most: longestPattern }
  if (isTooLarge(pattern)) return { code: 'pattern_too_large', at: { start: 0, end: pattern.length } }
  const compiled = getCompiled(pattern)
  if (compiled instanceof RE2JS)
    return compiled.programSize() > largestProgram ? { code: 'pattern_too_large', at: { start: 0, end: pattern.length } } : null
  return { code: problemCode(compiled), at: positionIn(pattern, compiled) }
}

/** The number of instructions in the compiled pattern; null if the pattern is invalid and so never matches. */
export function patternSize(pattern: string): number | null {
  if (pattern.length > longestPattern || isTooLarge(pattern)) return null
  const compiled = getCompiled(pattern)
  return compiled instanceof RE2JS && compiled.programSize() <= largestProgram ? compiled.programSize() : null
}

/** The first match, or none if the pattern is invalid. */
export function findPattern(pattern: string, text: string): Span[] {
  const size = patternSize(pattern)
  const compiled = size === null ? null : getCompiled(pattern)
  if (size === null || !(compiled instanceof RE2JS)) return []
  const matcher = compiled.matcher(text.slice(0, charactersReadBy(size)))
  return matcher.find() ? [{ start: matcher.start(), end: matcher.end() }] : []
}

/**
 * A pattern reads at most 64 KB of a field, and less if it has many instructions: in the worst case each character meets each
 * instruction, at about 0.1 µs. Patterns of up to 200 instructions read all 64 KB.
 */
export const charactersReadBy = (size: number): number => Math.min(65_536, Math.floor(mostSteps / Math.max(1, size)))

const mostSteps = 16_000_000
const mostCached = 500
const cache = new Map<string, RE2JS | Error>()

/** Compiles a pattern once and caches it, least recently used first out. */
function getCompiled(pattern: string): RE2JS | Error {
  const existing = cache.get(pattern)
  // Reinserting makes it the most recently used.
  if (existing) cache.delete(pattern)
  const compiled = existing ?? compile(pattern)
  cache.set(pattern, compiled)
  const [oldest] = cache.keys()
  if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
  return compiled
}

function compile(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
