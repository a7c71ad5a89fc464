// Delivery states as constants of an SQL text: a parameter would keep PostgreSQL from using the partial indexes on them.
import { type RawBuilder, sql } from 'kysely'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { State } from '../../../core/delivery/states.ts'

export const state = (name: State): RawBuilder<State> => sql.lit(name)

/** How an attempt ended. */
export const outcome = (kind: Outcome['kind']): RawBuilder<Outcome['kind']> => sql.lit(kind)

/** A list in brackets, for `state in …`. */
export const oneOf = (states: readonly State[]): RawBuilder<unknown> => sql`(${sql.join(states.map(state))})`
