// What the handlers of filters are given.
import type { Condition } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../foundation/clock.ts'
import type { PersonKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'

export interface FilterDeps {
  db: Db
  clock: Clock
  keys: PersonKeys
  words: Words
  /** The ids of all phones and rotas of a person. */
  destinationsOf(userId: string): Promise<string[]>
  /** How many mails a day the condition would have matched, on the person's kept mail. */
  estimatePerDay(userId: string, condition: Condition): Promise<number>
}
