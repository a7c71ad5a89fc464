// SQL for idempotent writes: used keys and their stored responses.
import type { Db, Tx } from './pool.ts'

export type WriteStart = { kind: 'new' } | { kind: 'running' } | { kind: 'other' } | { kind: 'done'; body: string }

/** A write that has not finished after a minute died with its host and may be retried. */
const abandonedAfterMs = 60_000

export async function startWrite(db: Db, userId: string, key: string, requestHash: Buffer, now: Date): Promise<WriteStart> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, request_hash: requestHash, created_at: now })
    .onConflict(c =>
      c
        .columns(['user_id', 'key'])
        .doUpdateSet({ created_at: now, request_hash: requestHash })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.created_at', '<', new Date(now.getTime() - abandonedAfterMs)),
    )
    .returning('key')
    .executeTakeFirst()
  if (inserted) return { kind: 'new' }
  const row = await db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
  if (row && !row.request_hash.equals(requestHash)) return { kind: 'other' }
  return row?.body != null ? { kind: 'done', body: row.body } : { kind: 'running' }
}

export async function finishWrite(db: Db, userId: string, key: string, body: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status: 200, body }).where('user_id', '=', userId).where('key', '=', key).execute()
}

export async function releaseWrite(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key).where('status', 'is', null).execute()
}

export async function dropWrites(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}

/** Drops keys that are older than `before`; returns how many. */
export async function sweepWrites(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
