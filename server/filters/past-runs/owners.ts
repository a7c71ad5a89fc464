// Claims the runs over past messages that their host has left, and deletes those that ended days ago.
import { sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import { type ClaimedRun, toClaimed } from './rows.ts'
import { claimEnd } from './store.ts'

/** A run that so many hosts could not finish brings them down, or its messages do. */
export const mostClaims = 5

/** Undefined when no run is left. */
export async function claimLeftRun(db: Db): Promise<ClaimedRun | undefined> {
  const left = db
    .selectFrom('past_runs')
    .select(['user_id', 'id'])
    .where('state', '=', 'running')
    .where('claimed_until', '<=', sql<Date>`now()`)
    .orderBy('claimed_until')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await db
    .updateTable('past_runs')
    .set(e => ({ claim: e('claim', '+', 1), claimed_until: claimEnd }))
    .where(e => e(e.refTuple('user_id', 'id'), 'in', left.$asTuple('user_id', 'id')))
    .returningAll()
    .executeTakeFirst()
  return row && toClaimed(row)
}

export async function dropEndedRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('past_runs').where('ended_at', '<', before).execute()
}
