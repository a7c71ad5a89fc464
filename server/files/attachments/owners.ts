// SQL that deletes expired attachments of all users, and those of messages whose content is erased.
import { sql } from 'kysely'
import { deleteInBatches } from '../../foundation/db/delete-in-batches.ts'
import { type MessageKey, messageKeyRows } from '../../foundation/db/message-keys.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** Each has up to a hundred chunks. */
const filesAtOnce = 50

export async function sweepAttachments(db: Db, now: Date): Promise<number> {
  return deleteInBatches(
    limit =>
      sql`delete from message_files where ctid = any(array(
      select ctid from message_files where expires_at <= ${now} limit ${limit}))`.execute(db),
    filesAtOnce,
  )
}

export async function dropAttachments(db: Db, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    delete from message_files f using ${messageKeyRows(messages)} as k (user_id uuid, message_id uuid)
    where f.user_id = k.user_id and f.message_id = k.message_id`.execute(db)
}
