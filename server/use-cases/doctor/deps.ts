// What the doctor's checks are given.
import type { SettingProblem } from '../../foundation/config/needed.ts'
import type { Config } from '../../foundation/config.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Dns, Outside } from '../../foundation/outside.ts'

export interface DoctorDeps {
  config: Config
  problems: readonly SettingProblem[]
  outside: Outside
  /** Null: the embedded database is not running. */
  db: Db | null
  /** Null: the name service is not asked. */
  dns: Dns | null
  now(): Date
}
