// Dependencies of the filter handlers.
import type { Condition } from '../../core/filters/tree.ts'
import type { LimitsOf } from '../../core/plans/plans.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../foundation/clock.ts'
import type { UserKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'

/** Whoever saves a filter; the session is null for an API key. */
export interface FilterCaller {
  userId: string
  sessionId: string | null
}

/** Guards the first filter that forwards to a phone linked less than a day ago. */
export interface NewPhones {
  list(userId: string): Promise<{ id: string; name: string }[]>
  /** Throws unless the caller has proven in the last minutes who they are. */
  requireProof(caller: FilterCaller): Promise<void>
  /** Logs it and emails the user, in the transaction that saves the filter. */
  announce(tx: Db, userId: string, filter: { id: string; name: string }, phone: { name: string }): Promise<void>
  /** Sends emails of committed transactions. */
  wake(): void
}

export interface FilterDeps {
  db: Db
  clock: Clock
  keys: UserKeys
  words: Words
  limitsOf: LimitsOf
  /** The ids of all phones and rotas of a user. */
  listDestinationIds(userId: string): Promise<string[]>
  newPhones: NewPhones
  /** How many emails a day the condition would have matched, over the user's stored messages. */
  estimatePerDay(userId: string, condition: Condition): Promise<number>
}
