// What every endpoint of the auth wire is given.
import type { Db, Tx } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mailer.ts'
import type { Key } from '../seal.ts'
import type { BreachCheck } from './breached.ts'
import type { CaptchaCheck } from './captcha.ts'
import type { SessionCheck } from './check.ts'
import type { TokenKeys } from './keys.ts'
import type { Counters } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { SendCode } from './phones/sender.ts'
import type { Providers } from './providers/provider.ts'
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
    | `auth.${Act}`
  status: 'success' | 'error' | 'info' | 'warning'
  /** Null when nobody is known by that address. */
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
}

/** What somebody who administers people did to one of them. */
export type Act = 'user_created' | 'user_changed' | 'user_deleted' | 'user_invited' | 'link_made' | 'factor_changed' | 'factor_deleted'

/** How a person leaves the other rooms. */
export interface Leaving {
  /** Erases what they keep of a person, and in the same transaction does `last`. */
  erase(userId: string, last: (tx: Tx) => Promise<void>): Promise<void>
  /** Whether what was under way for somebody of this id is still being erased. */
  isUnderWay(db: Db, userId: string): Promise<boolean>
}

/** A page of the log, the newest first: what concerns signing in alone. */
export type Audit = (page: { offset: number; limit: number }) => Promise<{ total: number; entries: AuditEntry[] }>

export interface AuditEntry {
  id: string
  user_id: string | null
  action: string
  resource_type: string | null
  status: string
  details: unknown
  email: string | null
  ip_address: string | null
  created_at: Date
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
  /** Null where nobody is asked to solve one. */
  captcha: CaptchaCheck | null
  /** Null where nobody signs in by phone. */
  sendCode: SendCode | null
  record: RecordEvent
  leaving: Leaving
  audit: Audit
  /** Those that people may sign in with. */
  providers: Providers
  onUserCreated: (tx: Tx, userId: string) => Promise<void>
  /** Signing out of other devices means all that these show, too. */
  onOthersSignedOut: (db: Db, userId: string) => Promise<void>
  /** In which they are written to. */
  languageOf: (db: Db, userId: string) => Promise<string>
}
