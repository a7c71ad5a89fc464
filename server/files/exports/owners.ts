// Takes up copies that people wait for, on whichever host is free, and drops those whose time is over.
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ExportRow } from './store.ts'

/** The one that has waited longest, or whose host no longer says that it works; undefined where none waits. */
export async function claimExport(db: Db, now: Date, until: Date): Promise<ExportRow | undefined> {
  const next = db
    .selectFrom('exports')
    .select(['user_id', 'id'])
    .where('state', 'in', ['waiting', 'working'])
    .where(e => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('exports')
    .set({ state: 'working', done: 0, tries: sql`tries + 1`, claimed_until: until })
    .where(e => e(e.refTuple('user_id', 'id'), 'in', next.$asTuple('user_id', 'id')))
    .returningAll()
    .executeTakeFirst()
}

export async function sweepExports(db: Db, now: Date, failedBefore: Date): Promise<void> {
  await db
    .deleteFrom('exports')
    .where(e => e.or([e('expires_at', '<=', now), e.and([e('state', '=', 'failed'), e('created_at', '<=', failedBefore)])]))
    .execute()
}
