// Loads the query parser, printer and completion on first use.
import type { complete } from '../../../../core/filters/query/complete.ts'
import type { printInOrder } from '../../../../core/filters/query/print.ts'
import type { readTypedQuery } from '../../../../core/filters/query/read.ts'
import { loadCatalogs } from '../../../words/words.tsx'

export interface QueryTools {
  readQuery: typeof readTypedQuery
  printInOrder: typeof printInOrder
  complete: typeof complete
}

let tools: QueryTools | null = null

/** Null until loaded. */
export const loadedQueryTools = (): QueryTools | null => tools

export async function loadQueryTools(language: string): Promise<QueryTools> {
  const [readModule, printModule, completeModule] = await Promise.all([
    import('../../../../core/filters/query/read.ts'),
    import('../../../../core/filters/query/print.ts'),
    import('../../../../core/filters/query/complete.ts'),
    loadCatalogs(language, ['query']),
  ])
  tools ??= { readQuery: readModule.readTypedQuery, printInOrder: printModule.printInOrder, complete: completeModule.complete }
  return tools
}
