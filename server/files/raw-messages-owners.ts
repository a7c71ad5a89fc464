// Deletes raw messages of any users: those whose content is erased, and those that nothing waits for any more.
import { sql } from 'kysely'
import { unfinishedStates } from '../../core/delivery/states.ts'
import { deleteInBatches } from '../foundation/db/delete-in-batches.ts'
import { stateList } from '../foundation/db/delivery-states.ts'
import { type MessageKey, messageKeyRows } from '../foundation/db/message-keys.ts'
import type { Db } from '../foundation/db/pool.ts'

export async function dropRawMessages(db: Db, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    delete from raw_messages r using ${messageKeyRows(messages)} as k (user_id uuid, message_id uuid)
    where r.user_id = k.user_id and r.id = k.message_id`.execute(db)
}

/** Deletes those whose deliveries are all final, or that have none; they are saved in one transaction with their deliveries. */
export async function sweepRawMessages(db: Db): Promise<void> {
  await deleteInBatches(limit =>
    sql`delete from raw_messages where ctid = any(array(
      select r.ctid from raw_messages r
      where not exists (
        select from deliveries d where d.user_id = r.user_id and d.message_id = r.id and d.kind = 'mail' and d.state in ${stateList(unfinishedStates)})
      limit ${limit}))`.execute(db),
  )
}
