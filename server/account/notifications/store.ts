// Up to when a person has seen what needs them.
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export async function seenUntil(db: Db, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('notifications_seen').select('until').where('user_id', '=', userId).executeTakeFirst()
  return row?.until ?? null
}

/** Never goes back: a list that was open for long says what it saw, not what another saw since. */
export async function markSeen(db: Db, userId: string, until: Date): Promise<Date> {
  const row = await db
    .insertInto('notifications_seen')
    .values({ user_id: userId, until })
    .onConflict(on => on.column('user_id').doUpdateSet({ until: sql`greatest(notifications_seen.until, ${until}::timestamptz)` }))
    .returning('until')
    .executeTakeFirstOrThrow()
  return row.until
}
