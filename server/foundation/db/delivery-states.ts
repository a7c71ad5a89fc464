// Writes delivery states as SQL constants, because PostgreSQL cannot use its partial indexes with parameters.
import { type RawBuilder, sql } from 'kysely'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { State } from '../../../core/delivery/states.ts'

export const state = (name: State): RawBuilder<State> => sql.lit(name)

/** How an attempt ended. */
export const outcome = (kind: Outcome['kind']): RawBuilder<Outcome['kind']> => sql.lit(kind)

/** A list in parentheses, for `state in …`. */
export const stateList = (states: readonly State[]): RawBuilder<unknown> => sql`(${sql.join(states.map(state))})`
