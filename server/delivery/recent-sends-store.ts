// SQL for what a filter recently sent to a phone, to enforce its hourly limit.

import { hourMs, type RecentSends, sendKey } from '../../core/delivery/schedule.ts'
import { undeliveredStates } from '../../core/delivery/states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { firstId } from '../foundation/seal.ts'

/** Nothing waits longer and goes on its own: quiet hours end within a day, on which the clock may be put back. */
const longestWaitMs = 26 * hourMs

/** The hours since `since`, or to come, at which emails of these filters went or will go, each on its own. */
export async function recentSends(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<RecentSends> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(e => ['filter_id', 'destination_id', e.fn.coalesce('wait_until', 'created_at').as('at')])
    .where('user_id', '=', userId)
    // Ids sort by the hour they were made, and theirs is the index.
    .where('id', '>=', firstId(new Date(since.getTime() - longestWaitMs)))
    .where('filter_id', 'in', filterIds)
    .where('kind', '=', 'mail')
    .where('for_digest', '=', false)
    .where('state', 'not in', undeliveredStates)
    .where(e => e(e.fn.coalesce('wait_until', 'created_at'), '>', since))
    .execute()
  const ways = Map.groupBy(rows, row => sendKey(row.filter_id ?? '', row.destination_id))
  return new Map([...ways].map(([way, theirs]) => [way, theirs.map(({ at }) => at)]))
}
