// Reads one user for the console with everything around them: states, times, sizes and counts, never the content of an email.
import type { AdminUser } from '../../../../core/api/admin/users.ts'
import { maskPhone } from '../../../../core/phone/phone.ts'
import { forGood } from '../../../../core/session/suspension.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { readExports, readFactors, readSessions, readSubscription, readUserLog } from './account-parts.ts'
import { readDeliveries, readPhones } from './delivery-parts.ts'
import { stateOf } from './list.ts'
import { type MailboxProblems, readFilters, readMailboxes } from './mail-parts.ts'
import { displayName } from './rows.ts'

export interface DetailDeps {
  db: Db
  now(): Date
  /** A problem of a mailbox as a sentence. */
  describeProblem: MailboxProblems
  /** The reason of a delivery's state as a sentence. */
  explainReason(reason: string | null): string | null
}

/** Null when there is no such user. */
export async function readAdminUser({ db, now, describeProblem, explainReason }: DetailDeps, userId: string): Promise<AdminUser | null> {
  const at = now()
  const user = await readFacts(db, userId, at)
  if (!user) return null
  const [mailboxes, phones, filters, deliveries, subscription, sessions, factors, exports, log] = await Promise.all([
    readMailboxes(db, userId, describeProblem, at),
    readPhones(db, userId, at),
    readFilters(db, userId),
    readDeliveries(db, userId, explainReason),
    readSubscription(db, userId),
    readSessions(db, userId),
    readFactors(db, userId),
    readExports(db, userId),
    readUserLog(db, userId),
  ])
  return { ...user, mailboxes, phones, filters, deliveries, subscription, sessions, factors, exports, log }
}

type UserFacts = Omit<
  AdminUser,
  'mailboxes' | 'phones' | 'filters' | 'deliveries' | 'subscription' | 'sessions' | 'factors' | 'exports' | 'log'
>

async function readFacts(db: Db, userId: string, now: Date): Promise<UserFacts | null> {
  const user = await db.selectFrom('users').selectAll().select(displayName.as('name')).where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const [roles, identities, settings] = await Promise.all([
    db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('created_at').execute(),
    db.selectFrom('identities').select('provider').where('user_id', '=', userId).orderBy('created_at').execute(),
    db.selectFrom('settings').select('language').where('user_id', '=', userId).executeTakeFirst(),
  ])
  const state = stateOf(user, now)
  const bannedUntil = state === 'suspended' ? user.banned_until : null
  return {
    id: user.id,
    email: user.email,
    isEmailConfirmed: user.email_confirmed_at !== null,
    name: user.name,
    phone: user.phone && maskPhone(user.phone),
    isPhoneConfirmed: user.phone_confirmed_at !== null,
    state,
    suspendedUntil: bannedUntil?.toISOString() ?? null,
    isForGood: bannedUntil !== null && bannedUntil >= forGood,
    roles: roles.map(({ role }) => role),
    providers: identities.map(({ provider }) => provider),
    language: settings?.language ?? null,
    createdAt: user.created_at.toISOString(),
    invitedAt: user.invited_at?.toISOString() ?? null,
    lastSignInAt: user.last_sign_in_at?.toISOString() ?? null,
  }
}
