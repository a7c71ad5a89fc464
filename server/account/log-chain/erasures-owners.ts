// Records in the log's chain that a user's rows were erased with their account, so that verification does not report them missing.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { signErasure, subjectOf } from './digests.ts'
import { lockEnds } from './ends-owners.ts'
import { hasLogKeys, type LogKeys } from './keys-owners.ts'
import { redactUser } from './redactions-owners.ts'

/** Must be called in the transaction that deletes the user, before. Returns the id that entries of staff name instead of the user's. */
export async function recordErasure(tx: Tx, keys: LogKeys, userId: string, now: Date): Promise<string> {
  const current = await currentKey(tx, keys, now)
  const { id, key } = current
  const erasure = { subject: subjectOf(userId), erasedAt: now }
  await tx
    .insertInto('log_erasures')
    .values({ subject: erasure.subject, erased_at: now, key_id: id, mac: signErasure(key, erasure) })
    .onConflict(c => c.doNothing())
    .execute()
  return redactUser(tx, current, userId)
}

async function currentKey(tx: Tx, keys: LogKeys, now: Date) {
  // The first key and the chain begin together.
  if (!(await hasLogKeys(tx))) await lockEnds(tx, keys, now)
  return keys.current(tx, now)
}

export const listErasures = (db: Db): Promise<Row<'log_erasures'>[]> => db.selectFrom('log_erasures').selectAll().execute()

export async function dropErasures(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('log_erasures').where('erased_at', '<', before).execute()
}
