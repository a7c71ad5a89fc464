// Erases what filters saw in messages of any users whose content is erased.
import { sql } from 'kysely'
import { type MessageKey, messageKeyRows } from '../foundation/db/message-keys.ts'
import type { Tx } from '../foundation/db/pool.ts'

/** The decisions remain. */
export async function dropExplanations(tx: Tx, messages: MessageKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    update decisions d set explanation = null from ${messageKeyRows(messages)} as k (user_id uuid, message_id uuid)
    where d.user_id = k.user_id and d.message_id = k.message_id and d.explanation is not null`.execute(tx)
}
