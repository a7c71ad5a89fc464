// Caches the compiled engine of each person until filters or lists change; evicts the least recently used.
import type { Engine } from './compile.ts'

export interface EngineCache {
  byPerson: Map<string, { version: number; engine: Engine }>
  /** The total number of tests, a measure of memory use. */
  tests: number
}

const mostTests = 50_000

export const newEngineCache = (): EngineCache => ({ byPerson: new Map(), tests: 0 })

/** The engine for exactly this version of the person's filters and lists. */
export function cachedEngine(cache: EngineCache, userId: string, version: number): Engine | null {
  const existing = cache.byPerson.get(userId)
  if (!existing || existing.version !== version) return null
  cache.byPerson.delete(userId)
  cache.byPerson.set(userId, existing)
  return existing.engine
}

/** An older version, which a slower transaction may bring, never replaces a newer one. */
export function cacheEngine(cache: EngineCache, userId: string, version: number, engine: Engine, limit = mostTests): void {
  const existing = cache.byPerson.get(userId)
  if (existing && existing.version > version) return
  evict(cache, userId)
  cache.byPerson.set(userId, { version, engine })
  cache.tests += engineSize(engine)
  for (const [oldest] of cache.byPerson) {
    if (cache.tests <= limit || oldest === userId) break
    evict(cache, oldest)
  }
}

function evict(cache: EngineCache, userId: string): void {
  const existing = cache.byPerson.get(userId)
  if (existing && cache.byPerson.delete(userId)) cache.tests -= engineSize(existing.engine)
}

// Each list entry counts as one test; even an empty engine costs something.
function engineSize({ plan, lists }: Engine): number {
  const tests = plan.tests.reduce((sum, { words }) => sum + 1 + (words?.foldedWords.length ?? 0), 10)
  return [...lists.values()].reduce((sum, words) => sum + words.size, tests)
}
