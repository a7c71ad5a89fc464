// Counts mailboxes that cannot receive, and those that no host watches.
import { sql } from 'kysely'
import { countLimit, type DownState } from '../../../../core/api/admin/overview.ts'
import type { Db } from '../../../foundation/db/pool.ts'

const limit = countLimit + 1
/** A host starts watching a new mailbox within this time. */
const claimWithinMs = 120_000

export interface DownCount {
  state: DownState
  reason: string | null
  count: number
}

/** By state and reason, the most frequent first. */
export async function countMailboxesDown(db: Db): Promise<DownCount[]> {
  const { rows } = await sql<DownCount>`
    select state, reason, count(*)::int as count
    from (select state, reason from mailboxes where state in ('waiting', 'needs_you') order by state, reason limit ${limit}) down
    group by state, reason order by count(*) desc, reason limit 30`.execute(db)
  return rows
}

/** Mailboxes that should be watched, but whose lease has expired or that never had one. */
export async function countUnwatched(db: Db, now: Date): Promise<number> {
  const claimedBefore = new Date(now.getTime() - claimWithinMs)
  // Finds the hosts one by one in the index, no matter how many mailboxes each has.
  const { rows } = await sql<{ unwatched: number }>`
    with recursive held(host) as (
      (select lease_host from mailboxes where lease_host is not null order by lease_host limit 1)
      union all
      select (select lease_host from mailboxes where lease_host > held.host order by lease_host limit 1) from held where held.host is not null
    ), gone as (
      select host from held where host is not null and not exists (select from mailbox_hosts h where h.host = held.host and h.until > ${now})
    )
    select ((select count(*) from (
        select from mailboxes where kind = 'imap' and lease_host is null and state in ('connecting', 'live', 'waiting')
          and created_at < ${claimedBefore} limit ${limit}) c)
      + (select coalesce(sum(c.count), 0) from gone cross join lateral (
        select count(*) as count from (select from mailboxes where lease_host = gone.host and kind = 'imap'
          and state in ('connecting', 'live', 'waiting') and created_at < ${claimedBefore} limit ${limit}) c) c))::int as unwatched`.execute(
    db,
  )
  return rows[0]?.unwatched ?? 0
}
