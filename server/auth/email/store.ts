// SQL for one user's emailed tokens and PKCE flows.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'

/** Replaces the user's token of that kind, which invalidates older emails. */
export async function saveOneTimeToken(tx: Tx, userId: string, token: Omit<NewRow<'one_time_tokens'>, 'user_id'>): Promise<void> {
  const row = { ...token, user_id: userId, attempts: 0, used_at: null }
  await tx
    .insertInto('one_time_tokens')
    .values(row)
    .onConflict(c => c.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
}

export function readOneTimeTokens(db: Db, userId: string): Promise<Row<'one_time_tokens'>[]> {
  return db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', userId).execute()
}

export async function insertPkceFlow(tx: Tx, userId: string, flow: Omit<NewRow<'flow_states'>, 'user_id'>): Promise<void> {
  await tx
    .insertInto('flow_states')
    .values({ ...flow, user_id: userId })
    .execute()
}

/** Gives a flow its code; false when the flow is gone. */
export async function issueFlowCode(tx: Tx, userId: string, flowId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const issued = await tx
    .updateTable('flow_states')
    .set({ auth_code_hash: codeHash, auth_code_issued_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', flowId)
    .executeTakeFirst()
  return issued.numUpdatedRows > 0n
}

/** Deletes a flow; false when another exchange was faster. */
export async function consumePkceFlow(tx: Tx, userId: string, flowId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('flow_states').where('user_id', '=', userId).where('id', '=', flowId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
