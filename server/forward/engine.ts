// The filters of a person, compiled once and kept for as long as they stay as they are.
import type { Filter } from '../../core/filters/action.ts'
import { compiling, type Engine } from '../../core/filters/engine/compile.ts'
import { type KeptEngines, keepEngine, keptEngine } from '../../core/filters/engine/kept.ts'
import type { Lists } from '../../core/filters/tree.ts'
import type { Tx } from '../db/pool.ts'
import { inTurns } from './turns.ts'

export interface EngineStores {
  /** Grows with every change of the filters and lists below. */
  filtersVersion(tx: Tx, userId: string): Promise<number>
  activeFilters(tx: Tx, userId: string): Promise<Filter[]>
  /** The lists that these filters look into. */
  listsOf(tx: Tx, userId: string, filters: Filter[]): Promise<Lists>
}

/** The version is read first: should filters change before they are read too, what is kept is newer than it is called, never older. */
export async function engineOf(stores: EngineStores, engines: KeptEngines, tx: Tx, userId: string): Promise<Engine> {
  const version = await stores.filtersVersion(tx, userId)
  const kept = keptEngine(engines, userId, version)
  if (kept) return kept
  const filters = await stores.activeFilters(tx, userId)
  const engine = await inTurns(compiling(filters, await stores.listsOf(tx, userId, filters)))
  keepEngine(engines, userId, version, engine)
  return engine
}
