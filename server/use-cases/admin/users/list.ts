// Builds the console's list of users: reads a page of matching users, then everything shown about them in one go.
import type { AdminUserLine } from '../../../../core/api/admin/users.ts'
import { maskPhone } from '../../../../core/phone/phone.ts'
import { accountState } from '../../../../core/session/suspension.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { readUserRows, type UserRow, type UsersPage } from './rows.ts'

export async function readUserLines(db: Db, page: UsersPage): Promise<AdminUserLine[]> {
  const rows = await readUserRows(db, page)
  const extras = await readExtras(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => toLine(row, extras, page.now))
}

interface Extras {
  roles: Map<string, string[]>
  withFactor: Set<string>
  plans: Map<string, string>
  mailboxCounts: Map<string, number>
}

async function readExtras(db: Db, ids: string[]): Promise<Extras> {
  if (ids.length === 0) return { roles: new Map(), withFactor: new Set(), plans: new Map(), mailboxCounts: new Map() }
  const [roles, factors, subscriptions, mailboxes] = await Promise.all([
    db.selectFrom('user_roles').select(['user_id', 'role']).where('user_id', 'in', ids).orderBy('created_at').execute(),
    db.selectFrom('factors').select('user_id').distinct().where('user_id', 'in', ids).where('status', '=', 'verified').execute(),
    db
      .selectFrom('subscriptions')
      .select(['owner_id', 'plan_id'])
      .where('owner_id', 'in', ids)
      .where('state', 'not in', ['ended', 'pending'])
      .orderBy('started_at')
      .execute(),
    db
      .selectFrom('mailboxes')
      .select(e => ['user_id', e.fn.countAll<string>().as('count')])
      .where('user_id', 'in', ids)
      .groupBy('user_id')
      .execute(),
  ])
  const byUser = Map.groupBy(roles, role => role.user_id)
  return {
    roles: new Map([...byUser].map(([id, theirs]) => [id, theirs.map(({ role }) => role)])),
    withFactor: new Set(factors.map(factor => factor.user_id)),
    plans: new Map(subscriptions.map(row => [row.owner_id, row.plan_id])),
    mailboxCounts: new Map(mailboxes.map(row => [row.user_id, Number(row.count)])),
  }
}

const toLine = (row: UserRow, { roles, withFactor, plans, mailboxCounts }: Extras, now: Date): AdminUserLine => ({
  id: row.id,
  email: row.email,
  name: row.name,
  phone: row.phone && maskPhone(row.phone),
  state: stateOf(row, now),
  roles: roles.get(row.id) ?? [],
  hasFactor: withFactor.has(row.id),
  plan: plans.get(row.id) ?? null,
  mailboxCount: mailboxCounts.get(row.id) ?? 0,
  createdAt: row.created_at.toISOString(),
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
})

export const stateOf = (
  row: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at' | 'banned_until' | 'deleted_at'>,
  now: Date,
): AdminUserLine['state'] =>
  accountState(
    {
      emailConfirmedAt: row.email_confirmed_at,
      phoneConfirmedAt: row.phone_confirmed_at,
      bannedUntil: row.banned_until,
      deletedAt: row.deleted_at,
    },
    now,
  )
