// Changes that staff make to a user's account: each change, its log entry and the email to the user commit together.
import { forGood } from '../../../core/session/suspension.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { loadWords } from '../../foundation/words.ts'
import { emailGoodbye } from '../administration/delete.ts'
import { prepareInvitedUser } from '../administration/invite.ts'
import { requireUser } from '../administration/target.ts'
import { dropCodes } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { emailToken } from '../email/one-time.ts'
import { limitInvitations, readEmail } from '../email/request.ts'
import { refuse } from '../errors.ts'
import { dropRecoveryCodes } from '../factors/recovery-codes-store.ts'
import { dropFactor } from '../factors/store.ts'
import { changeUser, confirmEmail, dropPendingChanges, endSessions, eraseUser, readSession, type UserRecord } from '../store.ts'
import { notifyOfStaffChange } from './notification.ts'

/** Ids, states and numbers; never an address. */
type Facts = Record<string, unknown> | null

/** What else happens in the transaction of a change. */
export interface StaffChange {
  /** Throws to refuse the change; called first. */
  check(tx: Tx, userId: string): Promise<void>
  record(tx: Tx, userId: string, before: Facts, after: Facts): Promise<void>
}

export interface StaffActions {
  /** Emails an invitation; its link opens the account and asks for a password. Returns the user's id. */
  invite(staffId: string, email: string, change: StaffChange): Promise<string>
  confirmEmail(userId: string, change: StaffChange): Promise<void>
  /** Ends all sessions and stops checking and forwarding. */
  suspend(userId: string, until: Date, change: StaffChange): Promise<void>
  resume(userId: string, change: StaffChange): Promise<void>
  /** Removes every second factor and ends all sessions. */
  resetFactors(userId: string, change: StaffChange): Promise<void>
  /** Ends one session, or all of them with null. */
  endSessions(userId: string, sessionId: string | null, change: StaffChange): Promise<void>
  /** Emails a user, in the transaction that changed their roles. */
  notifyOfRoles(tx: Tx, userId: string, roles: string[]): Promise<void>
  /** Deletes the user record and emails a goodbye, at the end of the transaction that erased everything else. */
  erase(tx: Tx, userId: string): Promise<void>
  /** Sends the enqueued emails and makes every session be read from the database again. Call it after the commit. */
  afterCommit(): void
}

export function staffActions(deps: AuthDeps): StaffActions {
  const inTransaction = (
    userId: string,
    change: StaffChange,
    work: (tx: Tx, record: UserRecord) => Promise<[before: Facts, after: Facts]>,
  ) =>
    deps.db
      .transaction()
      .execute(async tx => {
        await change.check(tx, userId)
        const [before, after] = await work(tx, await requireUser(tx, userId))
        await change.record(tx, userId, before, after)
      })
      .then(afterCommit)
  const afterCommit = () => {
    deps.check.clearCache()
    deps.mailer.wake()
  }
  return {
    invite: (staffId, email, change) => inviteUser(deps, staffId, readEmail(email), change),
    confirmEmail: (userId, change) => inTransaction(userId, change, (tx, { user }) => confirmUser(deps, tx, user)),
    suspend: (userId, until, change) => inTransaction(userId, change, (tx, { user }) => suspendUser(deps, tx, user, until)),
    resume: (userId, change) => inTransaction(userId, change, (tx, { user }) => resumeUser(deps, tx, user)),
    resetFactors: (userId, change) => inTransaction(userId, change, (tx, record) => resetUserFactors(deps, tx, record)),
    endSessions: (userId, sessionId, change) => inTransaction(userId, change, (tx, { user }) => signUserOut(deps, tx, user, sessionId)),
    notifyOfRoles: async (tx, userId, roles) =>
      notifyOfStaffChange(deps, tx, (await requireUser(tx, userId)).user, 'rolesChanged', language => ({
        roles: roles.join(', ') || loadWords(language).of('auth')('rolesNone'),
      })),
    erase: async (tx, userId) => {
      await emailGoodbye(deps, tx, (await requireUser(tx, userId)).user)
      await eraseUser(tx, userId)
    },
    afterCommit,
  }
}

type Changed = Promise<[before: Facts, after: Facts]>

async function inviteUser(deps: AuthDeps, staffId: string, email: string, change: StaffChange): Promise<string> {
  const userId = await deps.db.transaction().execute(async tx => {
    const invited = await prepareInvitedUser(deps, tx, email, {})
    await change.check(tx, invited)
    await limitInvitations(deps, staffId, email)
    const link = { type: 'invite', method: 'email/signup', redirectTo: `${deps.publicUrl}/reset-password`, challenge: null } as const
    await emailToken(deps, tx, invited, { kind: 'confirmation', content: 'invite', link, email })
    await change.record(tx, invited, null, { invited_at: deps.now().toISOString() })
    return invited
  })
  deps.mailer.wake()
  return userId
}

async function confirmUser(deps: AuthDeps, tx: Tx, user: Row<'users'>): Changed {
  if (!user.email || user.email_confirmed_at) throw refuse('validation_failed', { message: 'There is no address to confirm' })
  const now = deps.now()
  await confirmEmail(tx, user.id, user.email, now)
  await dropCodes(tx, user.id)
  return [{ email_confirmed_at: null }, { email_confirmed_at: now.toISOString() }]
}

async function suspendUser(deps: AuthDeps, tx: Tx, user: Row<'users'>, until: Date): Changed {
  await changeUser(tx, user.id, { banned_until: until, updated_at: deps.now() })
  await endSessions(tx, user.id, 'global', '')
  await deps.hooks.onOthersSignedOut(tx, user.id)
  await deps.hooks.onSuspended(tx, user.id, until)
  await notifyOfStaffChange(deps, tx, user, 'suspended', language => ({
    forGood: until >= forGood ? 'yes' : 'no',
    until: `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(until)} UTC`,
  }))
  return [{ banned_until: user.banned_until?.toISOString() ?? null }, { banned_until: until.toISOString() }]
}

async function resumeUser(deps: AuthDeps, tx: Tx, user: Row<'users'>): Changed {
  // Ending the suspension must not revive sessions from before it.
  await endSessions(tx, user.id, 'global', '')
  await changeUser(tx, user.id, { banned_until: null, updated_at: deps.now() })
  await deps.hooks.onSuspended(tx, user.id, null)
  await notifyOfStaffChange(deps, tx, user, 'resumed')
  return [{ banned_until: user.banned_until?.toISOString() ?? null }, { banned_until: null }]
}

async function resetUserFactors(deps: AuthDeps, tx: Tx, { user, factors }: UserRecord): Changed {
  for (const { id } of factors) await dropFactor(tx, user.id, id)
  await dropRecoveryCodes(tx, user.id)
  // An existing session may belong to an intruder.
  await endSessions(tx, user.id, 'global', '')
  await deps.hooks.onOthersSignedOut(tx, user.id)
  await notifyOfStaffChange(deps, tx, user, 'factorsReset')
  return [{ factors: factors.map(({ id, factor_type }) => ({ id, type: factor_type })) }, { factors: [] }]
}

async function signUserOut(deps: AuthDeps, tx: Tx, user: Row<'users'>, sessionId: string | null): Changed {
  if (sessionId === null) {
    await endSessions(tx, user.id, 'global', '')
    await deps.hooks.onOthersSignedOut(tx, user.id)
    await notifyOfStaffChange(deps, tx, user, 'signedOutByStaff')
    return [{ sessions: 'all' }, { sessions: 'none' }]
  }
  if (!(await readSession(tx, user.id, sessionId))) throw refuse('session_not_found')
  await endSessions(tx, user.id, 'local', sessionId)
  await dropPendingChanges(tx, user.id)
  return [{ session: sessionId }, { session: null }]
}
