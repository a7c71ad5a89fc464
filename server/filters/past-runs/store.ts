// Stores how far a user's filters have come with past messages; only the host with the latest claim may write.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { type ClaimedRun, type PastRunRow, type RunPosition, toClaimed } from './rows.ts'

interface NewRun {
  id: string
  filterId: string
  since: Date
  total: number
  now: Date
}

/** The claim is renewed with each batch, which takes seconds. */
export const claimEnd = sql<Date>`now() + interval '1 minute'`
/** Sorts before every message of the same time. */
const firstPossibleId = '00000000-0000-0000-0000-000000000000'

/** Undefined while another run of this user has not ended. */
export async function beginRun(db: Db, userId: string, { id, filterId, since, total, now }: NewRun): Promise<ClaimedRun | undefined> {
  const row = await db
    .insertInto('past_runs')
    .values({
      ...{ user_id: userId, id, filter_id: filterId, state: 'running', total, created_at: now },
      ...{ last_at: since, last_id: firstPossibleId, claimed_until: claimEnd },
    })
    .onConflict(c => c.column('user_id').where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toClaimed(row)
}

export const listRuns = (db: Db, userId: string, filterId: string): Promise<PastRunRow[]> =>
  db.selectFrom('past_runs').selectAll().where('user_id', '=', userId).where('filter_id', '=', filterId).orderBy('id', 'desc').execute()

export interface RunAdvance {
  last: RunPosition
  looked: number
  matched: number
  enqueued: number
  held: number
}

/** Adds up what was done since the last time; false when another host has claimed the run by now. */
export async function advanceRun(tx: Tx, userId: string, run: ClaimedRun, { last, ...done }: RunAdvance): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(tx, userId, run)
    .set({ last_at: new Date(last.datedMs), last_id: last.id, claimed_until: claimEnd })
    .set(e => ({
      looked: e('looked', '+', done.looked),
      matched: e('matched', '+', done.matched),
      enqueued: e('enqueued', '+', done.enqueued),
      held: e('held', '+', done.held),
    }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A run that is done has looked at all there was. */
export async function endRun(db: Db, userId: string, run: ClaimedRun, state: 'done' | 'failed', now: Date): Promise<void> {
  const ended = updateClaimed(db, userId, run).set({ state, ended_at: now })
  await (state === 'done' ? ended.set(e => ({ total: e.ref('looked') })) : ended).execute()
}

/** Another host, or this one, takes it over soon. */
export async function releaseRun(db: Db, userId: string, run: ClaimedRun): Promise<void> {
  await updateClaimed(db, userId, run).set({ claimed_until: sql<Date>`now()` }).execute()
}

const updateClaimed = (db: Db, userId: string, { id, claim }: ClaimedRun) =>
  db.updateTable('past_runs').where('user_id', '=', userId).where('id', '=', id).where('state', '=', 'running').where('claim', '=', claim)
