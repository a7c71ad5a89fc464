// SQL for one user's factors and challenges, and for their sessions' assurance level.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row, RowUpdate } from '../../foundation/db/tables.ts'
import type { FactorType } from '../shapes.ts'

/** Adds a factor; false when the user has one with that name. */
export async function insertFactor(tx: Tx, userId: string, factor: Omit<NewRow<'factors'>, 'user_id'>): Promise<boolean> {
  const added = await tx
    .insertInto('factors')
    .values({ ...factor, user_id: userId })
    .onConflict(c => c.columns(['user_id', 'friendly_name']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows !== 0n
}

/** Null when the user has another factor with that name. */
export async function renameFactor(tx: Tx, userId: string, factorId: string, name: string, now: Date): Promise<Row<'factors'> | null> {
  const others = tx.selectFrom('factors').select('id').where('user_id', '=', userId).where('friendly_name', '=', name)
  if (await others.where('id', '!=', factorId).executeTakeFirst()) return null
  const renamed = tx.updateTable('factors').set({ friendly_name: name, updated_at: now }).where('user_id', '=', userId)
  return (await renamed.where('id', '=', factorId).returningAll().executeTakeFirst()) ?? null
}

export async function dropFactor(tx: Tx, userId: string, factorId: string): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).where('id', '=', factorId).execute()
}

/** Deletes unverified factors created before `before`, of one type or of all. */
export async function dropUnverifiedFactors(tx: Tx, userId: string, before: Date, type?: FactorType): Promise<void> {
  const unverified = tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<=', before)
  await (type ? unverified.where('factor_type', '=', type) : unverified).execute()
}

/** False when the factor is gone. */
export async function markVerified(tx: Tx, userId: string, factorId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('factors')
    .set({ status: 'verified', updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** Accepts a code of `step`; false when that step or a later one was used (RFC 6238 §5.2). */
export async function acceptStep(tx: Tx, userId: string, factorId: string, step: number): Promise<boolean> {
  const accepted = await tx
    .updateTable('factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('id', '=', factorId)
    .where(or => or.or([or('last_step', 'is', null), or('last_step', '<', String(step))]))
    .executeTakeFirst()
  return accepted.numUpdatedRows > 0n
}

export async function insertChallenge(db: Db, userId: string, challenge: Omit<NewRow<'challenges'>, 'user_id'>): Promise<void> {
  await db
    .insertInto('challenges')
    .values({ ...challenge, user_id: userId })
    .execute()
  await db
    .updateTable('factors')
    .set({ last_challenged_at: challenge.created_at })
    .where('user_id', '=', userId)
    .where('id', '=', challenge.factor_id)
    .execute()
}

export async function readFactorChallenge(db: Db, userId: string, id: string): Promise<Row<'challenges'> | null> {
  return (await db.selectFrom('challenges').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()) ?? null
}

/** False when the challenge was used before. */
export async function useChallenge(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('challenges')
    .set({ verified_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function setAssurance(
  tx: Tx,
  userId: string,
  sessionId: string,
  change: Pick<RowUpdate<'sessions'>, 'aal' | 'amr' | 'factor_id'>,
): Promise<Row<'sessions'>> {
  return tx
    .updateTable('sessions')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function readFactorSessions(db: Db, userId: string, factorId: string): Promise<Row<'sessions'>[]> {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('factor_id', '=', factorId).execute()
}

/** Ends the user's aal1 sessions. */
export async function endLowSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('aal', '=', 'aal1').execute()
}

/** Revokes all tokens of a session as of long ago, so that no reuse interval applies. */
export async function retireTokens(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date(0), sealed_token: null })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}
