// Deletes raw messages of any users whose content is erased.
import { sql } from 'kysely'
import { type MessageKey, messageKeyRows } from '../foundation/db/message-keys.ts'
import type { Db } from '../foundation/db/pool.ts'

export async function dropRawMessages(db: Db, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    delete from raw_messages r using ${messageKeyRows(messages)} as k (user_id uuid, message_id uuid)
    where r.user_id = k.user_id and r.id = k.message_id`.execute(db)
}
