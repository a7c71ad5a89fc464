// Drops, for all people, the files of mails whose time is over.
import type { Db } from '../../db/pool.ts'

export async function sweepMailFiles(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('mail_files').where('expires_at', '<=', now).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
