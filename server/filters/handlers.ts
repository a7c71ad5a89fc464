// Answers requests about a person's filters.
import type * as api from '../../core/api/filters.ts'
import type { FilterLine } from '../../core/api/filters.ts'
import type { PersonHandler } from '../http/route.ts'
import { saveHandlers } from './change/handlers.ts'
import { readMatched } from './days/store.ts'
import { filterUnknown } from './errors.ts'
import { exchangeHandlers } from './exchange/handlers.ts'
import { historyHandlers } from './history/handlers.ts'
import { lintHandlers } from './lint/handlers.ts'
import { listHandlers } from './lists/handlers.ts'
import { lookAt } from './look.ts'
import type { FilterParts } from './parts.ts'
import { removalHandlers } from './removal/handlers.ts'
import { getFilter, listFilters } from './store.ts'

/** Filters, lists and texts by the hundred. */
const manyBytes = 8 * 1024 * 1024

export function filterHandlers(parts: FilterParts) {
  const { db, words } = parts

  const tree = { look: (body: unknown) => lookAt(words, body) }

  const list: PersonHandler<typeof api.listFilters> = async ask => page(await linesOf(parts, ask.userId))

  const get: PersonHandler<typeof api.getFilter> = async ask => {
    const filter = await getFilter(db, ask.userId, ask.params.id)
    if (!filter) throw filterUnknown(words)
    return filter
  }

  return {
    ...{ list, get },
    /** How bodies that hold conditions are let in. */
    bodies: { tree, many: { ...tree, bytes: manyBytes } },
    ...saveHandlers(parts, userId => linesOf(parts, userId)),
    ...removalHandlers(parts),
    ...historyHandlers(parts),
    ...listHandlers(parts),
    ...exchangeHandlers(parts),
    ...lintHandlers(parts),
  }
}

async function linesOf({ db, clock }: FilterParts, userId: string): Promise<FilterLine[]> {
  const filters = await listFilters(db, userId)
  const matched = await readMatched(db, userId, clock.now())
  // One that was removed in between is not counted any more.
  return filters.flatMap(filter => {
    const found = matched.get(filter.id)
    return found ? [{ ...filter, lastMatchedAt: found.lastAt?.toISOString() ?? null, matchedDaily: found.daily }] : []
  })
}

const page = <T>(items: T[]) => ({ items, next: null })
