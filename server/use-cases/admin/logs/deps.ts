// What the handlers of the console's log are given.
import type { Translate } from '../../../../core/words/words.ts'
import type { ChainDeps } from '../../../account/log-chain/ends-owners.ts'
import type { Db } from '../../../foundation/db/pool.ts'

export interface LogDeps {
  db: Db
  now(): Date
  sleep(ms: number, signal: AbortSignal): Promise<void>
  say: Translate<'adminlogs'>
  chain: ChainDeps
  /** How long log entries are kept, and whether somebody set it. */
  retention(): { days: number; isSet: boolean }
}
