// Loads the query parser, writer and completion on first use.
import type { complete } from '../../../../core/filters/query/complete.ts'
import type { printInOrder } from '../../../../core/filters/query/print.ts'
import type { readQuery } from '../../../../core/filters/query/read.ts'
import { loadCatalogs } from '../../../words/words.tsx'

export interface QueryTools {
  readQuery: typeof readQuery
  printInOrder: typeof printInOrder
  complete: typeof complete
}

let fetched: QueryTools | null = null

/** Null until it is here. */
export const queryToolsNow = (): QueryTools | null => fetched

export async function fetchReading(language: string): Promise<QueryTools> {
  const [read, print, completing] = await Promise.all([
    import('../../../../core/filters/query/read.ts'),
    import('../../../../core/filters/query/print.ts'),
    import('../../../../core/filters/query/complete.ts'),
    loadCatalogs(language, ['query']),
  ])
  fetched ??= { readQuery: read.readQuery, printInOrder: print.printInOrder, complete: completing.complete }
  return fetched
}
