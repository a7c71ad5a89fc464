// Groups failed sign-ins by IP address, by network, or by the account that was tried.
import { type RawBuilder, sql } from 'kysely'
import type * as api from '../../../../core/api/admin/security.ts'
import { networkAround } from '../../../../core/session/networks.ts'
import type { Db } from '../../../foundation/db/pool.ts'

/** At most this many attempts are counted, newest first. */
const maxCounted = 10_000
const maxGroups = 200

const rangeMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000 }

export interface FailureDeps {
  db: Db
  now(): Date
  /** Whether an address, or every address of a network, is blocked. */
  isCovered(network: string): boolean
}

export interface FailureFilter {
  range: (typeof api.failureRanges)[number]
  by: (typeof api.failureGroupings)[number]
}

export interface FailureReport {
  items: api.FailedSignIns[]
  since: string
  attempts: number
  isCapped: boolean
}

interface Group {
  key: string
  user_id: string | null
  attempts: number
  others: number
  last_at: Date
}

interface Groups {
  groups: Group[]
  /** Counts all groups, including those that are not shown. */
  total: number
}

export async function readFailures({ db, now, isCovered }: FailureDeps, { range, by }: FailureFilter): Promise<FailureReport> {
  const since = new Date(now().getTime() - rangeMs[range])
  const { groups, total } = await (by === 'network' ? byNetwork(db, since) : bySql(db, since, by))
  const emails = await readEmails(db, groups)
  return {
    items: groups.map(({ key, user_id, attempts, others, last_at }) => ({
      ...{ key: (user_id && emails.get(user_id)) ?? key, attempts, others, lastAt: last_at.toISOString() },
      person: user_id ? { id: user_id, email: emails.get(user_id) ?? null } : null,
      isBlocked: by !== 'account' && isCovered(key),
    })),
    since: since.toISOString(),
    attempts: Math.min(total, maxCounted),
    isCapped: total > maxCounted,
  }
}

/** Only entries that the server itself wrote: what a browser reports may be made up. */
const newest = (since: Date): RawBuilder<unknown> => sql`
  select ip_address, user_id, coalesce(user_id::text, lower(email), '') as account, created_at from activity_logs
  where action = 'failed_login_attempt' and source = 'server' and created_at >= ${since}
  order by created_at desc limit ${sql.lit(maxCounted + 1)}`

async function bySql(db: Db, since: Date, by: 'address' | 'account'): Promise<Groups> {
  const [key, other] = by === 'address' ? [sql`coalesce(ip_address, '')`, sql`account`] : [sql`account`, sql`ip_address`]
  const { rows } = await sql<Group & { total: number }>`
    select ${key} as key, ${by === 'address' ? sql`null` : sql`max(user_id::text)`} as user_id, count(*)::int as attempts,
      count(distinct ${other})::int as others, max(created_at) as last_at, (sum(count(*)) over ())::int as total
    from (${newest(since)}) newest group by 1 order by attempts desc, key limit ${sql.lit(maxGroups)}`.execute(db)
  return { groups: rows, total: rows[0]?.total ?? 0 }
}

/** Networks are computed here: in PostgreSQL, a single text that is not an address would fail the whole query. */
async function byNetwork(db: Db, since: Date): Promise<Groups> {
  const { rows } = await sql<{ ip: string; account: string; at: number }>`
    select coalesce(ip_address, '') as ip, account, (extract(epoch from created_at) * 1000)::float8 as at
    from (${newest(since)}) newest`.execute(db)
  const networks = Map.groupBy(rows, row => networkAround(row.ip))
  const groups = [...networks].map(([key, members]) => ({
    ...{ key, user_id: null, attempts: members.length },
    others: new Set(members.map(member => member.account)).size,
    last_at: new Date(members.reduce((last, { at }) => Math.max(last, at), 0)),
  }))
  const most = groups.toSorted((a, b) => b.attempts - a.attempts || (a.key < b.key ? -1 : 1))
  return { groups: most.slice(0, maxGroups), total: rows.length }
}

async function readEmails(db: Db, groups: Group[]): Promise<Map<string, string | null>> {
  const ids = groups.flatMap(group => group.user_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, row.email]))
}
