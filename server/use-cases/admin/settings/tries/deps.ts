// What the tests of settings are given.
import type { Translate } from '../../../../../core/words/words.ts'
import type { Config } from '../../../../foundation/config.ts'
import type { Db } from '../../../../foundation/db/pool.ts'
import type { Outside } from '../../../../foundation/outside.ts'

export interface TryDeps {
  /** The configuration with the values to test. */
  config: Config
  outside: Outside
  db: Db
  now(): Date
  say: Translate<'adminsettings'>
  /** For the administrator who runs the test. */
  ip: string
}
