// Dependencies of auth endpoints: storage, keys, limits, and hooks into other modules.
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
    | 'auth.factor_added'
    | 'auth.recovery_codes_made'
    | 'auth.recovery_code_used'
    | 'auth.factor_removed'
    | 'auth.passkey_added'
    | 'auth.passkey_removed'
    | `auth.${AdminAction}`
}

/** An administrator's action on a user. */
export type AdminAction =
  | 'user_created'
  | 'user_changed'
  | 'user_deleted'
  | 'user_invited'
  | 'link_made'
  | 'factor_changed'
  | 'factor_deleted'
  | 'passkey_deleted'

/** Erases a user from the other modules. */
export interface UserErasure {
  /** Erases the user's data, and runs `last` in the same transaction; `erasedId` is what the log names instead of the user. */
  erase(userId: string, last: (tx: Tx, erasedId: string) => Promise<void>): Promise<void>
  /** Whether an erasure for this user id is still under way. */
  isUnderWay(db: Db, userId: string): Promise<boolean>
}

/** A page of sign-in entries in the log, newest first. */
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

/** Unsolicited emails: whether a user wants them, and how to turn them off. */
export interface EmailOptOut {
  isWanted(db: Db, userId: string, kind: 'new_device'): Promise<boolean>
  /** The unsubscribe page for this kind; a POST to it unsubscribes (RFC 8058). */
  unsubscribeLink(userId: string, kind: 'new_device'): string
}

export type RecordEvent = (db: Db, event: AuthEvent) => Promise<void>

/** Implemented by other modules and use cases. */
export interface AuthHooks {
  record: RecordEvent
  audit: Audit
  erasure: UserErasure
  /** Null when these emails cannot be turned off. */
  optOut: EmailOptOut | null
  onUserCreated: (tx: Tx, userId: string) => Promise<void>
  onOthersSignedOut: (db: Db, userId: string) => Promise<void>
  /** The user is suspended until then, in the transaction that suspends them; null: not any more. */
  onSuspended: (tx: Tx, userId: string, until: Date | null) => Promise<void>
  /** Throws the answer of maintenance, unless there is none or the user is staff. */
  refuseInMaintenance: (tx: Tx, userId: string) => Promise<void>
  /** A link that takes a change of a user's sign-in back; null where there are none. */
  undoLink: ((userId: string, change: { kind: 'password' | 'factor' | 'passkey'; id: string }) => string) | null
  /** The language of emails to a user. */
  readLanguage: (db: Db, userId: string) => Promise<string>
}

export interface AuthDeps {
  db: Db
  master: SealKey
  now: () => Date
  publicUrl: string
  /** Our page that opens links in emails; null: they open by GET, as on the wire. */
  linkPage: string | null
  mailer: Mailer
  log: Log
  switches: Switches
  keys: TokenKeys
  passwords: Passwords
  counters: Counters
  check: SessionCheck
  isBreached: BreachCheck
  /** Null when no captcha is configured. */
  captcha: CaptchaCheck | null
  /** Null when phone sign-in is off. */
  sendCode: SendCode | null
  /** The identity providers offered. */
  providers: IdentityProviders
  hooks: AuthHooks
}

/** Sends `code` to a number (digits only) and returns the outcome; never throws on network errors. */
export type SendCode = (phone: string, code: string) => Promise<CodeSent>

export type CodeSent =
  | { kind: 'sent'; messageId: string }
  /** No response: the code may still arrive. */
  | { kind: 'unknown' }
  /** This number cannot be reached. */
  | { kind: 'unreachable' }
  /** Sending is unavailable for everybody at the moment. */
  | { kind: 'unavailable' }
