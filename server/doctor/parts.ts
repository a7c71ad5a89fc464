// What the doctor looks with.
import type { SettingProblem } from '../config/needed.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { Dns, Outside } from '../outside.ts'

export interface DoctorParts {
  config: Config
  problems: readonly SettingProblem[]
  outside: Outside
  /** Null: the embedded database is not running. */
  db: Db | null
  /** Null: the name service is not asked. */
  dns: Dns | null
  now(): Date
}
