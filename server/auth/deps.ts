// What auth endpoints are given: storage, keys, limits, and hooks into other modules.
import type { Activity } from '../../core/session/activity.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { SealKey } from '../foundation/seal.ts'
import type { BreachCheck } from './breached.ts'
import type { CaptchaCheck } from './captcha.ts'
import type { SessionCheck } from './check.ts'
import type { TokenKeys } from './keys.ts'
import type { Counters } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { IdentityProviders } from './providers/provider.ts'
import type { Switches } from './switches.ts'

export interface AuthEvent extends Activity {
  name:
    | 'login_success'
    | 'failed_login_attempt'
    | 'password_change'
    | 'suspicious_activity'
    | 'auth.login'
    | 'auth.register'
    | 'auth.logout'
    | `auth.${AdminAction}`
}

/** What an administrator did to a user. */
export type AdminAction =
  | 'user_created'
  | 'user_changed'
  | 'user_deleted'
  | 'user_invited'
  | 'link_made'
  | 'factor_changed'
  | 'factor_deleted'

/** How a person leaves the other modules. */
export interface UserErasure {
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

/** Emails that we write on our own accord: whether a person wants them, and how they turn them off. */
export interface EmailOptOut {
  isWanted(db: Db, userId: string, kind: 'new_device'): Promise<boolean>
  /** A page that asks and, posted to, turns the kind off (RFC 8058). */
  stopLink(userId: string, kind: 'new_device'): string
}

export type RecordEvent = (db: Db, event: AuthEvent) => Promise<void>

/** What other modules and use cases do for this one. */
export interface AuthHooks {
  record: RecordEvent
  audit: Audit
  erasure: UserErasure
  /** Null where these emails cannot be turned off. */
  optOut: EmailOptOut | null
  onUserCreated: (tx: Tx, userId: string) => Promise<void>
  onOthersSignedOut: (db: Db, userId: string) => Promise<void>
  /** The language that a user is written to in. */
  languageOf: (db: Db, userId: string) => Promise<string>
}

export interface AuthDeps {
  db: Db
  master: SealKey
  now: () => Date
  publicUrl: string
  mailer: Mailer
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
  /** Those that people may sign in with. */
  providers: IdentityProviders
  hooks: AuthHooks
}

/** Sends `code` to a number of digits alone, and says what became of it; never throws for what the network does. */
export type SendCode = (phone: string, code: string) => Promise<CodeSent>

export type CodeSent =
  | { kind: 'sent'; messageId: string }
  /** No answer came: the code may arrive yet. */
  | { kind: 'unknown' }
  /** This number cannot be reached. */
  | { kind: 'unreachable' }
  /** Nothing goes to anybody just now. */
  | { kind: 'unavailable' }
