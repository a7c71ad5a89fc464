// What every endpoint of the auth wire is given.
import type { Db, Tx } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mailer.ts'
import type { Key } from '../seal.ts'
import type { BreachCheck } from './breached.ts'
import type { SessionCheck } from './check.ts'
import type { TokenKeys } from './keys.ts'
import type { Counters } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { Switches } from './switches.ts'

/** What happened to an account, for whoever keeps the log; named as specification §9 has it. */
export interface AuthEvent {
  name:
    | 'login_success'
    | 'failed_login_attempt'
    | 'password_change'
    | 'suspicious_activity'
    | 'auth.login'
    | 'auth.register'
    | 'auth.logout'
  status: 'success' | 'error' | 'info' | 'warning'
  /** Null when nobody is known by that address. */
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
}

/** Mails that we write on our own accord: whether a person wants them, and how they turn them off. */
export interface Notices {
  isWanted(db: Db, userId: string, kind: 'new_device'): Promise<boolean>
  /** A page that asks and, posted to, turns the kind off (RFC 8058). */
  stopLink(userId: string, kind: 'new_device'): string
}

export type RecordEvent = (db: Db, event: AuthEvent) => Promise<void>

export interface AuthParts {
  db: Db
  master: Key
  now: () => Date
  publicUrl: string
  mailer: Mailer
  /** Null where notices cannot be turned off. */
  notices: Notices | null
  log: Log
  switches: Switches
  keys: TokenKeys
  passwords: Passwords
  counters: Counters
  check: SessionCheck
  isBreached: BreachCheck
  record: RecordEvent
  onUserCreated: (tx: Tx, userId: string) => Promise<void>
}
