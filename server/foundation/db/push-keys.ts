// SQL for the web push key pair that all hosts share, its private part sealed.
import { sql } from 'kysely'
import type { Db } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

/** The pair that is kept; `made` is kept if there is none yet, however many hosts start at once. */
export async function keepFirstPushKeys(db: Db, made: NewRow<'push_keys'>): Promise<Row<'push_keys'>> {
  return db.transaction().execute(async tx => {
    await sql`lock table push_keys in share row exclusive mode`.execute(tx)
    const first = await readPushKeys(tx)
    return first ?? tx.insertInto('push_keys').values(made).returningAll().executeTakeFirstOrThrow()
  })
}

export const readPushKeys = (db: Db): Promise<Row<'push_keys'> | undefined> =>
  db.selectFrom('push_keys').selectAll().orderBy('created_at').limit(1).executeTakeFirst()
