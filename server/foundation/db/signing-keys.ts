// SQL for the keys that sign access tokens, shared by all hosts, with their private parts sealed.
import { sql } from 'kysely'
import type { Db, Tx } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

/** All keys, newest first. */
export function readSigningKeys(db: Db): Promise<Row<'signing_keys'>[]> {
  return db.selectFrom('signing_keys').selectAll().orderBy('signs_at', 'desc').orderBy('kid').execute()
}

/** Stores `key` if there is none yet; safe when several hosts start at once. */
export async function saveFirstSigningKey(db: Db, key: NewRow<'signing_keys'>): Promise<void> {
  await db.transaction().execute(async tx => {
    const [first] = await lockSigningKeys(tx)
    if (!first) await insertSigningKey(tx, key)
  })
}

/** Lets nobody else add a key until the transaction ends, and reads them. */
export async function lockSigningKeys(tx: Tx): Promise<Row<'signing_keys'>[]> {
  await sql`lock table signing_keys in share row exclusive mode`.execute(tx)
  return readSigningKeys(tx)
}

export async function insertSigningKey(tx: Tx, key: NewRow<'signing_keys'>): Promise<void> {
  await tx.insertInto('signing_keys').values(key).execute()
}

export async function dropSigningKeys(tx: Tx, kids: string[]): Promise<void> {
  if (kids.length > 0) await tx.deleteFrom('signing_keys').where('kid', 'in', kids).execute()
}
