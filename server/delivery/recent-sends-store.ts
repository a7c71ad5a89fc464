// SQL for the emails a filter recently sent to a phone, to enforce its hourly limit.

import { hourMs, type RecentSends, sendKey } from '../../core/delivery/schedule.ts'
import { undeliveredStates } from '../../core/delivery/states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { firstId } from '../foundation/seal.ts'

/** No individual email waits longer: quiet hours end within a day, on which the clock may be set back. */
const maxWaitMs = 26 * hourMs

/** The times since `since` at which emails of these filters were or will be sent individually. */
export async function recentSends(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<RecentSends> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(e => ['filter_id', 'destination_id', e.fn.coalesce('wait_until', 'created_at').as('at')])
    .where('user_id', '=', userId)
    // Ids sort by creation time, and the index is on them.
    .where('id', '>=', firstId(new Date(since.getTime() - maxWaitMs)))
    .where('filter_id', 'in', filterIds)
    .where('kind', '=', 'mail')
    .where('for_digest', '=', false)
    .where('state', 'not in', undeliveredStates)
    .where(e => e(e.fn.coalesce('wait_until', 'created_at'), '>', since))
    .execute()
  const byKey = Map.groupBy(rows, row => sendKey(row.filter_id ?? '', row.destination_id))
  return new Map([...byKey].map(([key, sends]) => [key, sends.map(({ at }) => at)]))
}
