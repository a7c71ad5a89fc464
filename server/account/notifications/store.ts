// SQL for the notifications that a user has seen, and when.
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'

const Needs = z.record(
  z.string(),
  z.pipe(
    z.iso.datetime(),
    z.transform(at => new Date(at)),
  ),
)

export async function readSeenNeeds(db: Db, userId: string): Promise<ReadonlyMap<string, Date>> {
  const row = await db.selectFrom('notifications_seen').select('needs').where('user_id', '=', userId).executeTakeFirst()
  return new Map(Object.entries(Needs.parse(row?.needs ?? {})))
}

/** Replaces the earlier list, because resolved notifications are no longer shown. */
export async function markSeen(db: Db, userId: string, seen: readonly { id: string; at: string }[]): Promise<void> {
  const needs = JSON.stringify(Object.fromEntries(seen.map(({ id, at }) => [id, at])))
  await db
    .insertInto('notifications_seen')
    .values({ user_id: userId, needs })
    .onConflict(on => on.column('user_id').doUpdateSet({ needs }))
    .execute()
}
