// Runs a part of a transaction that may fail without the rest: one row that always fails must not stop the others.
import { sql } from 'kysely'
import { isDatabaseTrouble } from './connection-errors.ts'
import type { Tx } from './pool.ts'

/** Undoes what `work` wrote if it fails, and returns the error; null if it succeeded. Throws when the database is in trouble. */
export async function trySeparately(tx: Tx, work: () => Promise<unknown>): Promise<{ error: unknown } | null> {
  await sql`savepoint separately`.execute(tx)
  try {
    await work()
    await sql`release savepoint separately`.execute(tx)
    return null
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    await sql`rollback to savepoint separately`.execute(tx)
    await sql`release savepoint separately`.execute(tx)
    return { error }
  }
}
