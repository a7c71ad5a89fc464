// What a filter sent to a phone lately, mail by mail, so that no hour sees more of it than its person wants.
import { type Gone, hourMs, wayOf } from '../../../core/delivery/plan.ts'
import type { Tx } from '../../db/pool.ts'
import { firstId } from '../../seal.ts'

/** Nothing waits longer and goes on its own: quiet hours end within a day, on which the clock may be put back. */
const longestWaitMs = 26 * hourMs

/** The hours since `since`, or to come, at which mails of these filters went or will go, each on its own. */
export async function goneAlone(tx: Tx, userId: string, filterIds: string[], since: Date): Promise<Gone> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(e => ['filter_id', 'destination_id', e.fn.coalesce('wait_until', 'created_at').as('at')])
    .where('user_id', '=', userId)
    // Ids sort by the hour they were made, and theirs is the index.
    .where('id', '>=', firstId(new Date(since.getTime() - longestWaitMs)))
    .where('filter_id', 'in', filterIds)
    .where('kind', '=', 'mail')
    .where('folds', '=', false)
    .where('state', 'not in', ['failed', 'cancelled', 'expired'])
    .where(e => e(e.fn.coalesce('wait_until', 'created_at'), '>', since))
    .execute()
  const ways = Map.groupBy(rows, row => wayOf(row.filter_id ?? '', row.destination_id))
  return new Map([...ways].map(([way, theirs]) => [way, theirs.map(({ at }) => at)]))
}
