// What a try of settings is given.
import type { Translate } from '../../../../../core/words/words.ts'
import type { Config } from '../../../../foundation/config.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import type { Outside } from '../../../../foundation/outside.ts'

export interface TryDeps {
  /** With the values to try. */
  config: Config
  outside: Outside
  db: Db
  now(): Date
  say: Translate<'adminsettings'>
  /** Of whoever tries. */
  ip: string
}
