// Reads a user's subscription, sessions, second factors, data exports and log for the console.
import { sql } from 'kysely'
import type { AdminExport, AdminFactor, AdminSession, AdminSubscription, AdminUserLogLine } from '../../../../core/api/admin/users.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const latestLog = 30

export async function readSessions(db: Db, userId: string): Promise<AdminSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'aal', 'ip', 'user_agent', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .orderBy('refreshed_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({
    ...{ id: row.id, aal: row.aal, ip: row.ip, userAgent: row.user_agent },
    ...{ createdAt: row.created_at.toISOString(), lastUsedAt: row.refreshed_at.toISOString() },
  }))
}

export async function readFactors(db: Db, userId: string): Promise<AdminFactor[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'factor_type', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(row => ({
    ...{ id: row.id, type: row.factor_type, isVerified: row.status === 'verified' },
    createdAt: row.created_at.toISOString(),
  }))
}

export async function readExports(db: Db, userId: string): Promise<AdminExport[]> {
  const rows = await db
    .selectFrom('exports')
    .select(['id', 'state', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(row => ({
    ...{ id: row.id, state: row.state, createdAt: row.created_at.toISOString() },
    expiresAt: row.expires_at?.toISOString() ?? null,
  }))
}

interface LogRow {
  id: string
  action: string
  status: AdminUserLogLine['status']
  resource_type: string | null
  by_email: string | null
  reason: string | null
  ip: string | null
  created_at: Date
}

/** Actions of the user, and of staff on the account, each through its own index. Of the details, which may hold content, only the reason is read. */
export async function readUserLog(db: Db, userId: string): Promise<AdminUserLogLine[]> {
  const columns = sql`id, action, status, resource_type, created_at, ip_address as ip`
  const { rows } = await sql<LogRow>`
    select * from (
      (select ${columns}, null as by_email, null as reason
        from activity_logs where user_id = ${userId} order by created_at desc limit ${latestLog})
      union all
      (select ${columns}, email as by_email, details ->> 'reason' as reason
        from activity_logs where resource_type = 'user' and resource_id = ${userId}::text and actor_id is not null
        order by created_at desc limit ${latestLog})
    ) log order by created_at desc, id desc limit ${latestLog}`.execute(db)
  return rows.map(({ id, action, status, resource_type: resourceType, by_email: byEmail, reason, ip, created_at }) => ({
    ...{ id, action, status, resourceType, byEmail, reason },
    // The IP address of a staff member is none of this user's data.
    ip: byEmail === null ? ip : null,
    at: created_at.toISOString(),
  }))
}

/** The newest subscription that has not ended, else the newest of all; null if there never was one. */
export async function readSubscription(db: Db, userId: string): Promise<AdminSubscription | null> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'plan_id', 'state', 'interval', 'current_period_end', 'trial_ends_at', 'cancels_at'])
    .where('owner_id', '=', userId)
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  const row = rows.find(({ state }) => state !== 'ended' && state !== 'pending') ?? rows[0]
  if (!row) return null
  return {
    ...{ id: row.id, plan: row.plan_id, state: row.state, interval: row.interval },
    periodEnd: row.current_period_end?.toISOString() ?? null,
    trialEndsAt: row.trial_ends_at?.toISOString() ?? null,
    cancelsAt: row.cancels_at?.toISOString() ?? null,
  }
}
