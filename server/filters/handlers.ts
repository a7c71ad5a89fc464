// Lists and reads a user's filters, and collects all handlers of this module.
import type * as api from '../../core/api/filters.ts'
import type { FilterLine } from '../../core/api/filters.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { saveHandlers } from './change/handlers.ts'
import type { FilterDeps } from './deps.ts'
import { filterUnknown } from './errors.ts'
import { exchangeHandlers } from './exchange/handlers.ts'
import { historyHandlers } from './history/handlers.ts'
import { lintHandlers } from './lint/handlers.ts'
import { listHandlers } from './lists/handlers.ts'
import { readMatched } from './matches-store.ts'
import { precheckConditions } from './precheck.ts'
import { removalHandlers } from './removal/handlers.ts'
import { getFilter, listFilters } from './store.ts'

/** Hundreds of filters, lists and texts. */
const manyBytes = 8 * 1024 * 1024

export function filterHandlers(deps: FilterDeps) {
  const { db, words } = deps

  const tree = { precheck: (body: unknown) => precheckConditions(words, body) }

  const list: UserHandler<typeof api.listFiltersApi> = async request => page(await listLines(deps, request.userId))

  const get: UserHandler<typeof api.getFilterApi> = async request => {
    const filter = await getFilter(db, request.userId, request.params.id)
    if (!filter) throw filterUnknown(words)
    return filter
  }

  return {
    ...{ list, get },
    /** Checks of request bodies that contain conditions. */
    bodies: { tree, many: { ...tree, bytes: manyBytes } },
    ...saveHandlers(deps, userId => listLines(deps, userId)),
    ...removalHandlers(deps),
    ...historyHandlers(deps),
    ...listHandlers(deps),
    ...exchangeHandlers(deps),
    ...lintHandlers(deps),
  }
}

async function listLines({ db, clock }: FilterDeps, userId: string): Promise<FilterLine[]> {
  const filters = await listFilters(db, userId)
  const matched = await readMatched(db, userId, clock.now())
  // A filter that was removed in between is left out.
  return filters.flatMap(filter => {
    const matches = matched.get(filter.id)
    return matches ? [{ ...filter, lastMatchedAt: matches.lastAt?.toISOString() ?? null, matchedDaily: matches.daily }] : []
  })
}

const page = <T>(items: T[]) => ({ items, next: null })
