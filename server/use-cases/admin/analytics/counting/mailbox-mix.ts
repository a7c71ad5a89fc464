// Counts email accounts by provider and by the domain of their server, as they are now.
import { sql } from 'kysely'
import { getDomain } from 'tldts'
import type { CountRow } from '../../../../../core/analytics/metrics.ts'
import type { Db } from '../../../../foundation/db/pool.ts'

const shownServers = 10
/** A server with fewer users could identify one of them. */
const fewestUsers = 3
/** The label of servers with too few users, or beyond the ten largest. */
const otherServers = 'other'

interface ServerCount {
  kind: 'imap' | 'address'
  provider: string | null
  host: string | null
  users: number
  count: number
}

/** The rows of `day`: at most ten servers, each with at least three users. */
export async function countMailboxMix(db: Db, day: Date): Promise<CountRow[]> {
  const { rows } = await sql<ServerCount>`
    select kind, provider, lower(settings ->> 'host') as host, count(distinct user_id)::int as users, count(*)::int as count
    from mailboxes group by 1, 2, 3`.execute(db)
  return [
    ...toRows(
      day,
      'mailbox_provider',
      sumBy(rows, row => (row.kind === 'address' ? 'address' : (row.provider ?? 'imap'))),
    ),
    ...toRows(day, 'mail_server', topServers(rows.filter(row => row.kind === 'imap'))),
  ]
}

function topServers(rows: readonly ServerCount[]): Map<string, number> {
  const serverOf = ({ host }: ServerCount) => (host && getDomain(host)) ?? otherServers
  // A user with two hosts of one domain counts twice, which weakens the limit only slightly.
  const users = sumBy(rows, serverOf, row => row.users)
  const named = [
    ...sumBy(
      rows.filter(row => (users.get(serverOf(row)) ?? 0) >= fewestUsers),
      serverOf,
    ),
  ]
    .filter(([server]) => server !== otherServers)
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownServers)
  const names = new Set(named.map(([server]) => server))
  return sumBy(rows, row => (names.has(serverOf(row)) ? serverOf(row) : otherServers))
}

function sumBy(rows: readonly ServerCount[], keyOf: (row: ServerCount) => string, countOf = (row: ServerCount) => row.count) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + countOf(row))
  return sums
}

const toRows = (at: Date, metric: CountRow['metric'], counts: ReadonlyMap<string, number>): CountRow[] =>
  [...counts].map(([label, count]) => ({ at, metric, label, count }))
