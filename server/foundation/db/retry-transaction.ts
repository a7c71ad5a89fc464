// Retries a transaction that PostgreSQL aborted because of a deadlock.
import pg from 'pg'
import type { Db, Tx } from './pool.ts'

const maxAttempts = 3

/**
 * For transactions that take locks in an unusual order, as erasing does: PostgreSQL aborts one of two deadlocked transactions
 * (40P01, deadlock_detected). `work` may run more than once.
 */
export async function retryTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
    }
  }
}
