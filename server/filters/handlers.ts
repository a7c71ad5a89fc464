// Lists and reads a user's filters, and gathers all handlers of this module.
import type * as api from '../../core/api/filters.ts'
import type { FilterLine } from '../../core/api/filters.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
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

/** Filters, lists and texts by the hundred. */
const manyBytes = 8 * 1024 * 1024

export function filterHandlers(deps: FilterDeps) {
  const { db, words } = deps

  const tree = { look: (body: unknown) => precheckConditions(words, body) }

  const list: PersonHandler<typeof api.listFiltersApi> = async request => page(await linesOf(deps, request.userId))

  const get: PersonHandler<typeof api.getFilterApi> = async request => {
    const filter = await getFilter(db, request.userId, request.params.id)
    if (!filter) throw filterUnknown(words)
    return filter
  }

  return {
    ...{ list, get },
    /** How bodies that hold conditions are let in. */
    bodies: { tree, many: { ...tree, bytes: manyBytes } },
    ...saveHandlers(deps, userId => linesOf(deps, userId)),
    ...removalHandlers(deps),
    ...historyHandlers(deps),
    ...listHandlers(deps),
    ...exchangeHandlers(deps),
    ...lintHandlers(deps),
  }
}

async function linesOf({ db, clock }: FilterDeps, userId: string): Promise<FilterLine[]> {
  const filters = await listFilters(db, userId)
  const matched = await readMatched(db, userId, clock.now())
  // One that was removed in between is not counted any more.
  return filters.flatMap(filter => {
    const found = matched.get(filter.id)
    return found ? [{ ...filter, lastMatchedAt: found.lastAt?.toISOString() ?? null, matchedDaily: found.daily }] : []
  })
}

const page = <T>(items: T[]) => ({ items, next: null })
