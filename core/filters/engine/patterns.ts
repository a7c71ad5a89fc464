// Regexps of people that are looked for in many mails, compiled once and kept while they are used, in little memory.
import { RE2JS, RE2Set } from 're2js'
import { charactersReadBy } from '../pattern.ts'

/** Of the automaton of one pattern, in octets; where it would grow past this, the slower way without one is taken. */
const mostMemory = 131_072
const mostKept = 200
const kept = new Map<string, RE2Set>()

/** Whether a pattern of `size` instructions is found in `text`, as pattern.ts finds it. */
export function isPatternIn(pattern: string, size: number, text: string): boolean {
  return setOf(pattern).match(text.slice(0, charactersReadBy(size))).length > 0
}

function setOf(pattern: string): RE2Set {
  const known = kept.get(pattern)
  // Taken out and put back, it is the youngest.
  if (known) kept.delete(pattern)
  const set = known ?? newSet(pattern)
  kept.set(pattern, set)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return set
}

function newSet(pattern: string): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, mostMemory)
  set.add(pattern)
  return set
}
