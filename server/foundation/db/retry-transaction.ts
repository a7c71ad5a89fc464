// Retries a transaction that PostgreSQL aborted because of a deadlock.
import pg from 'pg'
import type { Db, Tx } from './pool.ts'

const timesAtMost = 3

/**
 * For who takes locks in another order than the rest, as erasing does: of two that wait for each other PostgreSQL ends one
 * (40P01, deadlock_detected). `work` may run more than once.
 */
export async function retryTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (times === timesAtMost || !(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
    }
  }
}
