// SQL for one user's phone factors and the attempts at their codes.
import type { Db } from '../../../foundation/db/pool.ts'

/** Drops what was begun with this number and never proven. */
export async function dropUnverifiedPhone(db: Db, userId: string, phone: string): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('phone', '=', phone).where('status', '=', 'unverified').execute()
}

/** Counts a try on a challenge, this one included; returns how many there were. */
export async function tryChallenge(db: Db, userId: string, challengeId: string): Promise<number> {
  const tried = await db
    .updateTable('challenges')
    .set(t => ({ attempts: t('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', challengeId)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return tried.attempts
}
