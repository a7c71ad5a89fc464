// SQL for one user's phone factors and the attempts at their codes.
import type { Db } from '../../../foundation/db/pool.ts'

/** Deletes unverified factors with this number. */
export async function dropUnverifiedPhone(db: Db, userId: string, phone: string): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('phone', '=', phone).where('status', '=', 'unverified').execute()
}

/** Counts an attempt at a challenge; returns the number of attempts so far. */
export async function tryChallenge(db: Db, userId: string, challengeId: string): Promise<number> {
  const updated = await db
    .updateTable('challenges')
    .set(t => ({ attempts: t('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', challengeId)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return updated.attempts
}
