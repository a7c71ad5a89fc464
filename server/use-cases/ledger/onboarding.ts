// Reads which onboarding steps are done, from every module's rows.

import { sql } from 'kysely'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { arrivedStates } from '../../../core/delivery/states.ts'
import { stateList } from '../../foundation/db/delivery-states.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** `delivered` stays true after the messages' retention, because monthly usage is kept. */
export async function readOnboarding(db: Db, userId: string): Promise<Onboarding> {
  const { rows } = await sql<Onboarding['done'] & { address: string | null; dismissed: boolean }>`select
    exists (select from mailboxes where user_id = ${userId}) as mailbox,
    exists (select from destinations where user_id = ${userId} and state <> 'pending') as phone,
    exists (select from filters where user_id = ${userId}) as filter,
    exists (select from deliveries where user_id = ${userId} and state in ${stateList(arrivedStates)})
      or exists (select from usage where owner_id = ${userId} and delivered > 0) as delivered,
    (select address from mailboxes where user_id = ${userId} and kind = 'address' order by created_at, id limit 1) as address,
    coalesce((select onboarding_dismissed from settings where user_id = ${userId}), false) as dismissed`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returned no row.')
  const { address, dismissed, ...done } = row
  return { done, address, dismissed }
}

/** The message that arrived in a mailbox under this source key, or null. */
export async function findBySourceKey(db: Db, userId: string, mailboxId: string, sourceKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source_key', '=', sourceKey)
    .executeTakeFirst()
  return row?.id ?? null
}
