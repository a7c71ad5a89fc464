// SQL for the web push key pair that all hosts share, with its private part sealed.
import { sql } from 'kysely'
import type { Db } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

/** Returns the stored pair, and stores `created` if there is none yet; safe when several hosts start at once. */
export async function saveFirstPushKeys(db: Db, created: NewRow<'push_keys'>): Promise<Row<'push_keys'>> {
  return db.transaction().execute(async tx => {
    await sql`lock table push_keys in share row exclusive mode`.execute(tx)
    const first = await readPushKeys(tx)
    return first ?? tx.insertInto('push_keys').values(created).returningAll().executeTakeFirstOrThrow()
  })
}

export const readPushKeys = (db: Db): Promise<Row<'push_keys'> | undefined> =>
  db.selectFrom('push_keys').selectAll().orderBy('created_at').limit(1).executeTakeFirst()
