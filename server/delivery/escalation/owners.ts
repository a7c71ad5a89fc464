// Finds the due escalations of all users.
import type { Db } from '../../foundation/db/pool.ts'

/** The longest overdue first. */
export async function dueEscalations(db: Db, now: Date, limit: number): Promise<{ userId: string; id: string }[]> {
  const rows = await db
    .selectFrom('escalations')
    .select(['user_id', 'id'])
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()
  return rows.map(row => ({ userId: row.user_id, id: row.id }))
}
