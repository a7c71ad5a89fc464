// Tests whether regexps match, with compiled patterns cached in little memory.
import { RE2JS, RE2Set } from 're2js'
import { charactersReadBy } from '../pattern.ts'

/** Memory for the automaton of one pattern, in bytes; past this limit RE2 matches more slowly without one. */
const maxMemoryBytes = 131_072
const mostCached = 200
const cache = new Map<string, RE2Set>()

/** Whether a pattern of `size` instructions matches in `text`, exactly as in pattern.ts. */
export function isPatternIn(pattern: string, size: number, text: string): boolean {
  return getSet(pattern).match(text.slice(0, charactersReadBy(size))).length > 0
}

function getSet(pattern: string): RE2Set {
  const existing = cache.get(pattern)
  // Reinserting makes it the most recently used.
  if (existing) cache.delete(pattern)
  const set = existing ?? newSet(pattern)
  cache.set(pattern, set)
  const [oldest] = cache.keys()
  if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
  return set
}

function newSet(pattern: string): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, maxMemoryBytes)
  set.add(pattern)
  return set
}
