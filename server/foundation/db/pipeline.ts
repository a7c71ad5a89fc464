// Runs a transaction whose statements need not wait for each other's answers.
import { PostgresDialect, Transaction } from 'kysely'
import type { Db, Tx } from './pool.ts'
import type { Tables } from './tables.ts'

/**
 * Like `db.transaction().execute`, but statements that are begun together, as with `Promise.all`, also leave together. They run in the
 * order in which they were begun; once one fails, those behind it fail too, and nothing is committed.
 */
export const inPipeline = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(tx =>
    tx.getExecutor().provideConnection(async connection => {
      let isOver = false
      // Kysely's own provider sends a statement only once the one before it was answered.
      const executor = tx.getExecutor().withConnectionProvider({
        provideConnection: consumer => (isOver ? Promise.reject(new Error('The transaction is over.')) : consumer(connection)),
      })
      try {
        return await work(new Transaction<Tables>({ ...unused, executor }))
      } finally {
        // Before ROLLBACK or COMMIT leaves: what still goes on beside a failure must not write after it, on its own.
        isOver = true
      }
    }),
  )

/** Transactions need these only to begin others, which they refuse. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction opens no connections.')) })
const unused = { dialect, driver: dialect.createDriver(), config: { dialect } }
