// Records in the log's chain that a user's rows were erased with their account, so that verification does not report them missing.
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { signErasure, subjectOf } from './digests.ts'
import { lockEnds } from './ends-owners.ts'
import { hasLogKeys, type LogKeys } from './keys-owners.ts'

/** Must be called in the transaction that deletes the user. */
export async function recordErasure(tx: Tx, keys: LogKeys, userId: string, now: Date): Promise<void> {
  const { id, key } = await currentKey(tx, keys, now)
  const erasure = { subject: subjectOf(userId), erasedAt: now }
  await tx
    .insertInto('log_erasures')
    .values({ subject: erasure.subject, erased_at: now, key_id: id, mac: signErasure(key, erasure) })
    .onConflict(c => c.doNothing())
    .execute()
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
