// SQL for one user's phone codes and confirmed number.
import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow } from '../../foundation/db/tables.ts'

/** Replaces the user's code of that kind, which invalidates older ones. A doubtful password stays doubtful. */
export async function savePhoneCode(tx: Tx, userId: string, code: Omit<NewRow<'phone_codes'>, 'user_id'>): Promise<void> {
  const row = { ...code, user_id: userId, attempts: 0, used_at: null }
  await tx
    .insertInto('phone_codes')
    .values(row)
    .onConflict(c => c.columns(['user_id', 'kind']).doUpdateSet({ ...row, keeps_password: keepsPasswordStill }))
    .execute()
}

const keepsPasswordStill = sql<boolean>`phone_codes.keeps_password and excluded.keeps_password`

/** Marks the number as the user's, in their row and in their phone identity if there is one. */
export async function confirmPhone(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, phone_confirmed_at: now, new_phone: null, is_anonymous: false, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('identities')
    .set({ identity_data: sql`identity_data || ${JSON.stringify({ phone, phone_verified: true })}::jsonb`, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider', '=', 'phone')
    .execute()
}
