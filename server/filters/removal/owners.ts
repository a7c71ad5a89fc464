// Deletes removed filters, of all users, once they can no longer be restored.
import type { Db } from '../../foundation/db/pool.ts'

/** Their history and counts are deleted with them. */
export async function sweepRemoved(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('filters').where('removed_at', '<', before).execute()
}
