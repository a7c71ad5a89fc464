// Which notices a person wants: all that they have not turned off.
import type { Db } from '../../db/pool.ts'

export async function isNoticeWanted(db: Db, userId: string, kind: string): Promise<boolean> {
  const choice = db.selectFrom('notice_choices').select('wanted').where('user_id', '=', userId).where('kind', '=', kind)
  return (await choice.executeTakeFirst())?.wanted ?? true
}

export async function isPersonThere(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
}

/** False when the person is gone. */
export async function keepNoticeChoice(db: Db, userId: string, kind: string, wanted: boolean, now: Date): Promise<boolean> {
  const kept = await db
    .insertInto('notice_choices')
    .columns(['user_id', 'kind', 'wanted', 'changed_at'])
    .expression(q =>
      q
        .selectFrom('users')
        .select(e => ['users.id', e.val(kind).as('kind'), e.val(wanted).as('wanted'), e.val(now).as('changed_at')])
        .where('users.id', '=', userId),
    )
    .onConflict(c => c.columns(['user_id', 'kind']).doUpdateSet({ wanted, changed_at: now }))
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows !== 0n
}
