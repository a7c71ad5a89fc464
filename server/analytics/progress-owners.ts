// Stores how far the rollups are, and lets only one host at a time work on them.
import type { Db, Tx } from '../foundation/db/pool.ts'

export interface RollupProgress {
  /** All hours before this one are counted. */
  countedUntil: Date
  /** Changes before this time are already included in the counted hours. */
  changesSeenUntil: Date
}

/** Null before the first run. */
export async function readProgress(db: Db): Promise<RollupProgress | null> {
  const row = await db.selectFrom('analytics_progress').select(['counted_until', 'changes_seen_until']).executeTakeFirst()
  return row ? { countedUntil: row.counted_until, changesSeenUntil: row.changes_seen_until } : null
}

/** Locks the row until the transaction ends; null if another host works on the rollups, or before the first run. */
export async function lockProgress(tx: Tx): Promise<RollupProgress | null> {
  const row = await tx
    .selectFrom('analytics_progress')
    .select(['counted_until', 'changes_seen_until'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { countedUntil: row.counted_until, changesSeenUntil: row.changes_seen_until } : null
}

export async function saveProgress(tx: Tx, progress: Partial<RollupProgress>): Promise<void> {
  await tx
    .updateTable('analytics_progress')
    .set({
      ...(progress.countedUntil && { counted_until: progress.countedUntil }),
      ...(progress.changesSeenUntil && { changes_seen_until: progress.changesSeenUntil }),
    })
    .execute()
}

/** Does nothing if the rollups have already begun. */
export async function beginProgress(db: Db, { countedUntil, changesSeenUntil }: RollupProgress): Promise<void> {
  await db
    .insertInto('analytics_progress')
    .values({ counted_until: countedUntil, changes_seen_until: changesSeenUntil })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}
