// What every endpoint of the auth wire is given.
import type { Db, Tx } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mailer.ts'
import type { Key } from '../seal.ts'
import type { SessionCheck } from './check.ts'
import type { TokenKeys } from './keys.ts'
import type { Counters } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Switches } from './switches.ts'

export interface AuthParts {
  db: Db
  master: Key
  now: () => Date
  publicUrl: string
  mailer: Mailer
  log: Log
  switches: Switches
  keys: TokenKeys
  passwords: Passwords
  counters: Counters
  check: SessionCheck
  onUserCreated: (tx: Tx, userId: string) => Promise<void>
}
