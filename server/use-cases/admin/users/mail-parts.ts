// Reads a user's email accounts and filters for the console: domains, states and shapes.
import type { AdminFilter, AdminMailbox } from '../../../../core/api/admin/users.ts'
import { ImapSettings } from '../../../../core/api/mail.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { shapeOfFilter } from './filter-shape.ts'

export type MailboxProblems = (server: { host: string; port: number }, problem: string) => string | null

export async function readMailboxes(db: Db, userId: string, describe: MailboxProblems, now: Date): Promise<AdminMailbox[]> {
  const rows = await db
    .selectFrom('mailboxes')
    .select(['id', 'kind', 'address', 'state', 'reason', 'settings', 'suspended_until', 'down_since', 'last_alive_at', 'last_mail_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(row => {
    const server = ImapSettings.safeParse(row.settings).data
    return {
      id: row.id,
      kind: row.kind,
      domain: row.address.slice(row.address.lastIndexOf('@') + 1),
      state: row.state,
      isSuspended: row.suspended_until !== null && row.suspended_until > now,
      problem: row.reason && describe({ host: server?.host ?? '', port: server?.port ?? 0 }, row.reason),
      downSince: row.down_since?.toISOString() ?? null,
      lastAliveAt: row.last_alive_at?.toISOString() ?? null,
      lastEmailAt: row.last_mail_at?.toISOString() ?? null,
    }
  })
}

/** Removed filters are left out. */
export async function readFilters(db: Db, userId: string): Promise<AdminFilter[]> {
  const rows = await db
    .selectFrom('filters')
    .select(['id', 'paused', 'condition', 'actions'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  const days = await db
    .selectFrom('filter_days')
    .select(e => ['filter_id', e.fn.sum<string>('matched').as('matched'), e.fn.max('last_at').as('last_at')])
    .where('user_id', '=', userId)
    .groupBy('filter_id')
    .execute()
  const matchesOf = new Map(days.map(day => [day.filter_id, day]))
  return rows.map(row => ({
    id: row.id,
    isPaused: row.paused,
    ...shapeOfFilter(row.condition, row.actions),
    matchCount: Number(matchesOf.get(row.id)?.matched ?? 0),
    lastMatchAt: matchesOf.get(row.id)?.last_at.toISOString() ?? null,
  }))
}
