// A user's filters, compiled once and cached until they change.
import { compiling, type Engine } from '../../../core/filters/engine/compile.ts'
import { type KeptEngines, keepEngine, keptEngine } from '../../../core/filters/engine/kept.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { ForwardStores } from './stores.ts'
import { inTimeSlices } from './time-slices.ts'

/** The version is read first: should filters change before they are read too, what is kept is newer than it is called, never older. */
export async function engineOf(stores: ForwardStores, engines: KeptEngines, tx: Tx, userId: string): Promise<Engine> {
  const version = await stores.filtersVersion(tx, userId)
  const kept = keptEngine(engines, userId, version)
  if (kept) return kept
  const filters = await stores.activeFilters(tx, userId)
  const engine = await inTimeSlices(compiling(filters, await stores.listsOf(tx, userId, filters)))
  keepEngine(engines, userId, version, engine)
  return engine
}
