// SQL for the kinds of email that a user has turned off.
import type { Db } from '../../foundation/db/pool.ts'

export async function isEmailWanted(db: Db, userId: string, kind: string): Promise<boolean> {
  const preference = db.selectFrom('email_preferences').select('enabled').where('user_id', '=', userId).where('kind', '=', kind)
  return (await preference.executeTakeFirst())?.enabled ?? true
}

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
}

/** False when the user has been deleted. */
export async function saveEmailPreference(db: Db, userId: string, kind: string, enabled: boolean, now: Date): Promise<boolean> {
  const saved = await db
    .insertInto('email_preferences')
    .columns(['user_id', 'kind', 'enabled', 'updated_at'])
    .expression(q =>
      q
        .selectFrom('users')
        .select(e => ['users.id', e.val(kind).as('kind'), e.val(enabled).as('enabled'), e.val(now).as('updated_at')])
        .where('users.id', '=', userId),
    )
    .onConflict(c => c.columns(['user_id', 'kind']).doUpdateSet({ enabled, updated_at: now }))
    .executeTakeFirst()
  return saved.numInsertedOrUpdatedRows !== 0n
}
