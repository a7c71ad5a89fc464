// SQL that deletes expired attachments of all users.
import type { Db } from '../../foundation/db/pool.ts'

export async function sweepAttachments(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('message_files').where('expires_at', '<=', now).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
