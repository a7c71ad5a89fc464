// Dependencies of the filter handlers.
import type { Condition } from '../../core/filters/tree.ts'
import type { LimitsOf } from '../../core/plans/plans.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../foundation/clock.ts'
import type { UserKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'

export interface FilterDeps {
  db: Db
  clock: Clock
  keys: UserKeys
  words: Words
  limitsOf: LimitsOf
  /** The ids of all phones and rotas of a user. */
  listDestinationIds(userId: string): Promise<string[]>
  /** How many emails a day the condition would have matched, over the user's stored messages. */
  estimatePerDay(userId: string, condition: Condition): Promise<number>
}
