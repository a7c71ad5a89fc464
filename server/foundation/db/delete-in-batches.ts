// Deletes what is due in small statements: one for all of it might run into its deadline, begin again, and never end.
import type { QueryResult } from 'kysely'

const batchSize = 1_000

/** Repeats a statement that deletes up to `limit` rows until nothing is left; returns how many it deleted. */
export async function deleteInBatches(deleteUpTo: (limit: number) => Promise<QueryResult<unknown>>, limit = batchSize): Promise<number> {
  let total = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deleteUpTo(limit)
    total += Number(numAffectedRows)
    if (numAffectedRows < limit) return total
  }
}
