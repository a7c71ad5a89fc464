// SQL for the keys that sign access tokens, shared by all hosts, with their private parts sealed.
import { sql } from 'kysely'
import type { Db } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

/** All keys, newest first; the first one signs. */
export function readSigningKeys(db: Db): Promise<Row<'signing_keys'>[]> {
  return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()
}

/** Stores `key` if there is none yet; safe when several hosts start at once. */
export async function saveFirstSigningKey(db: Db, key: NewRow<'signing_keys'>): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(tx)
    const [first] = await readSigningKeys(tx)
    if (!first) await tx.insertInto('signing_keys').values(key).execute()
  })
}
