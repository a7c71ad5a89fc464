// Dependencies of the doctor's checks.
import type { SettingProblem } from '../../foundation/config/required.ts'
import type { Config } from '../../foundation/config.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Dns, Outside } from '../../foundation/outside.ts'
import type { NewestVersion } from './judge/version.ts'

export interface DoctorDeps {
  config: Config
  problems: readonly SettingProblem[]
  outside: Outside
  /** Null when the embedded database is not running. */
  db: Db | null
  /** Null when DNS checks are off. */
  dns: Dns | null
  /** In a running server the clock of deliveries, which the sandbox can move. */
  now(): Date
  /** In a running server the clock of the machine, where that is another one. */
  machineNow?(): Date
  /** In a running server: why our number is paused, as text; null when it is not. */
  pauseReason?(): Promise<string | null>
  /** In a running server: the newest version as it was said to be within a day. */
  newestVersion?(): Promise<NewestVersion | null>
}
