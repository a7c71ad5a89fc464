// Regexps that people write: linear time, never the engine of JavaScript.
import { RE2JS } from 're2js'
import type { Range } from './text.ts'

export interface PatternProblem {
  code: 'pattern_invalid'
  at: Range
}

const mostLetters = 65_536

/** Null for a pattern that can be used; else what is wrong with it, and where. */
export function patternProblem(pattern: string): PatternProblem | null {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return null
  } catch {
    return { code: 'pattern_invalid', at: { start: 0, end: pattern.length } }
  }
}

/** Where the pattern is found first; nothing for one that is no pattern. */
export function hitsOfPattern(pattern: string, text: string): Range[] {
  try {
    const matcher = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(text.slice(0, mostLetters))
    return matcher.find() ? [{ start: matcher.start(), end: matcher.end() }] : []
  } catch {
    return []
  }
}
