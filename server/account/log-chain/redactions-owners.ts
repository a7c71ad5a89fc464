// Removes an erased user from the entries of staff, and signs what is left of them so that the chain still verifies.
import { sql } from 'kysely'
import { erasedName } from '../../../core/session/staff.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { readEmail } from '../owners.ts'
import { digestRow, erasedIdOf, type LogText, signRedaction } from './digests.ts'
import { logText } from './entries-owners.ts'
import type { LogKey } from './keys-owners.ts'

/**
 * Entries of what the user did as staff, and of what staff did to them, name this id from now on; returns it. The user's own entries are
 * deleted with the account.
 */
export async function redactUser(tx: Tx, key: LogKey, userId: string): Promise<string> {
  const erasedId = erasedIdOf(key.key, userId)
  const email = await readEmail(tx, userId)
  // Texts, such as a reason, may name the user too.
  const details = sql`replace(replace(log.details::text, ${email ?? userId}::text, ${erasedName}::text), ${userId}::text, ${erasedId}::text)::jsonb`
  const { rows } = await sql<LogText & { is_sealed: boolean; logged_at: Date }>`
    update activity_logs log set details = ${details},
      actor_id = case when log.actor_id = ${userId}::uuid then ${erasedId}::uuid else log.actor_id end,
      email = case when log.actor_id = ${userId}::uuid then ${erasedName} else log.email end,
      resource_id = case when log.resource_id = ${userId}::text then ${erasedId}::text else log.resource_id end
    where (log.actor_id = ${userId}::uuid or log.resource_id = ${userId}::text) and log.user_id is distinct from ${userId}::uuid
    returning ${logText}, log.is_sealed, log.created_at as logged_at`.execute(tx)
  // Rows that aren't sealed yet will be sealed as they are now.
  for (const { is_sealed, logged_at, ...row } of rows) if (is_sealed) await keepRedaction(tx, key, row, logged_at)
  await tx.updateTable('erasure_receipts').set({ actor_id: erasedId }).where('actor_id', '=', userId).execute()
  return erasedId
}

async function keepRedaction(tx: Tx, { id, key }: LogKey, row: LogText, loggedAt: Date): Promise<void> {
  const redaction = { logId: row.id, digest: digestRow(row), loggedAt }
  const values = { digest: redaction.digest, logged_at: loggedAt, key_id: id, mac: signRedaction(key, redaction) }
  await tx
    .insertInto('log_redactions')
    .values({ log_id: row.id, ...values })
    .onConflict(c => c.column('log_id').doUpdateSet(values))
    .execute()
}

export const listRedactions = (db: Db): Promise<Row<'log_redactions'>[]> => db.selectFrom('log_redactions').selectAll().execute()

export async function dropRedactions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('log_redactions').where('logged_at', '<', before).execute()
}
