// Compiled engines by person, as long as nothing has changed; those that were not used for longest go first.
import type { Engine } from './compile.ts'

export interface KeptEngines {
  byPerson: Map<string, { version: number; engine: Engine }>
  /** Tests of all of them together: what takes memory. */
  tests: number
}

const mostTests = 50_000

export const noEngines = (): KeptEngines => ({ byPerson: new Map(), tests: 0 })

/** The engine of exactly this version of the person's filters and lists. */
export function keptEngine(kept: KeptEngines, userId: string, version: number): Engine | null {
  const known = kept.byPerson.get(userId)
  if (!known || known.version !== version) return null
  kept.byPerson.delete(userId)
  kept.byPerson.set(userId, known)
  return known.engine
}

/** An older version, which a slower transaction may bring, never takes the place of a newer one. */
export function keepEngine(kept: KeptEngines, userId: string, version: number, engine: Engine, most = mostTests): void {
  const before = kept.byPerson.get(userId)
  if (before && before.version > version) return
  drop(kept, userId)
  kept.byPerson.set(userId, { version, engine })
  kept.tests += sizeOf(engine)
  for (const [oldest] of kept.byPerson) {
    if (kept.tests <= most || oldest === userId) break
    drop(kept, oldest)
  }
}

function drop(kept: KeptEngines, userId: string): void {
  const known = kept.byPerson.get(userId)
  if (known && kept.byPerson.delete(userId)) kept.tests -= sizeOf(known.engine)
}

// A list of words takes as much as so many tests; even an empty engine takes something.
function sizeOf({ plan, lists }: Engine): number {
  const tests = plan.tests.reduce((sum, { words }) => sum + 1 + (words?.wanted.length ?? 0), 10)
  return [...lists.values()].reduce((sum, words) => sum + words.size, tests)
}
