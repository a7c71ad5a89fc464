// What reads, writes and completes queries is fetched with the first deed on the page, or where there is one to write.
import type { complete } from '../../../../core/filters/query/complete.ts'
import type { printInOrder } from '../../../../core/filters/query/print.ts'
import type { readQuery } from '../../../../core/filters/query/read.ts'
import { openRooms } from '../../../words.tsx'

export interface Reading {
  readQuery: typeof readQuery
  printInOrder: typeof printInOrder
  complete: typeof complete
}

let fetched: Reading | null = null

/** Null until it is here. */
export const readingNow = (): Reading | null => fetched

export async function fetchReading(language: string): Promise<Reading> {
  const [read, print, completing] = await Promise.all([
    import('../../../../core/filters/query/read.ts'),
    import('../../../../core/filters/query/print.ts'),
    import('../../../../core/filters/query/complete.ts'),
    openRooms(language, ['query']),
  ])
  fetched ??= { readQuery: read.readQuery, printInOrder: print.printInOrder, complete: completing.complete }
  return fetched
}
