// SQL across users: claims the next data export on any free host, and deletes expired ones.
import { sql } from 'kysely'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { maxExportAttempts } from './attempt.ts'
import type { ExportRow } from './store.ts'

/** Claims the export that has waited longest, including one whose host stopped renewing its claim; undefined when none waits. */
export async function claimExport(db: Db, now: Date, until: Date): Promise<ExportRow | undefined> {
  return db.transaction().execute(async tx => {
    const claimed = await claimNext(tx, now, until)
    // Chunks written by a host that died are useless.
    if (claimed) await deleteChunks(tx, claimed).where('try', '<', claimed.tries).execute()
    return claimed
  })
}

/** Fails exports whose attempts are used up, and deletes their chunks. */
export async function failSpentExports(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    const spent = await tx
      .updateTable('exports')
      .set({ state: 'failed', reason: 'broken', claimed_until: null })
      .where('state', '=', 'working')
      .where('tries', '>=', maxExportAttempts)
      .where('claimed_until', '<=', now)
      .returning(['user_id', 'id'])
      .execute()
    for (const row of spent) await deleteChunks(tx, row).execute()
  })
}

async function claimNext(tx: Tx, now: Date, until: Date): Promise<ExportRow | undefined> {
  const next = tx
    .selectFrom('exports')
    .select(['user_id', 'id'])
    .where('state', 'in', ['waiting', 'working'])
    .where('tries', '<', maxExportAttempts)
    .where(e => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return tx
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

const deleteChunks = (tx: Tx, { user_id, id }: Pick<ExportRow, 'user_id' | 'id'>) =>
  tx.deleteFrom('export_chunks').where('user_id', '=', user_id).where('export_id', '=', id)
