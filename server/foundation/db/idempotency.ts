// SQL for idempotent writes: which keys were used, and what was returned.
import type { Db, Tx } from './pool.ts'

export type Started = { kind: 'new' } | { kind: 'running' } | { kind: 'other' } | { kind: 'done'; body: string }

/** A write that has not ended after a minute was cut off with its host and may be tried again. */
const abandonedAfterMs = 60_000

export async function startWrite(db: Db, userId: string, key: string, requestHash: Buffer, now: Date): Promise<Started> {
  const mine = await db
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
  if (mine) return { kind: 'new' }
  const row = await db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()
  if (row && !row.request_hash.equals(requestHash)) return { kind: 'other' }
  return row?.body != null ? { kind: 'done', body: row.body } : { kind: 'running' }
}

export async function finishWrite(db: Db, userId: string, key: string, body: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status: 200, body }).where('user_id', '=', userId).where('key', '=', key).execute()
}

export async function forgetWrite(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key).where('status', 'is', null).execute()
}

export async function dropWrites(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}

/** Drops keys that are older than `before`; returns how many. */
export async function sweepWrites(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
