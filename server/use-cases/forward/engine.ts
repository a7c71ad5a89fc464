// Caches a user's compiled filters until they change.
import { compileInSteps, type Engine } from '../../../core/filters/engine/compile.ts'
import { cachedEngine, cacheEngine, type EngineCache } from '../../../core/filters/engine/engine-cache.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { ForwardStores } from './stores.ts'
import { inTimeSlices } from './time-slices.ts'

/** `version` was read before: if filters change before they are read, the cached engine is newer than its version, never older. */
export async function loadEngine(stores: ForwardStores, engines: EngineCache, db: Db, userId: string, version: number): Promise<Engine> {
  const cached = cachedEngine(engines, userId, version)
  if (cached) return cached
  const filters = await stores.activeFilters(db, userId)
  const engine = await inTimeSlices(compileInSteps(filters, await stores.readLists(db, userId, filters)))
  cacheEngine(engines, userId, version, engine)
  return engine
}
