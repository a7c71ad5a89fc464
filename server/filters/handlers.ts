// Answers requests about a person's filters.
import type * as api from '../../core/api/filters.ts'
import type { FilterDraft } from '../../core/api/filters.ts'
import { costOf, maxCost, withinLimits } from '../../core/filters/limits.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { PersonHandler } from '../http/route.ts'
import { newId } from '../seal.ts'
import { filterUnknown, orderIncomplete, phoneUnknown, tooCostly, tooManyFilters, treeTooLarge } from './errors.ts'
import { addFilter, changeFilter, getFilter, listFilters, orderFilters, removeFilter } from './store.ts'

const mostFilters = 500

export interface FilterParts {
  db: Db
  clock: Clock
  words: Words
  /** The ids of all phones of a person. */
  destinationsOf(userId: string): Promise<string[]>
}

export function filterHandlers({ db, clock, words, destinationsOf }: FilterParts) {
  const judge = async (userId: string, draft: FilterDraft, filterId: string | null) => {
    if (withinLimits(draft.condition)) throw treeTooLarge(words)
    const others = (await listFilters(db, userId)).filter(filter => filter.id !== filterId)
    // Every mail meets all of them, on a thread that serves everybody.
    if (others.reduce((sum, filter) => sum + costOf(filter.condition), costOf(draft.condition)) > maxCost) throw tooCostly(words)
    if (others.length >= mostFilters) throw tooManyFilters(words, mostFilters)
    const named = draft.actions.flatMap(action => (action.kind === 'forward' ? action.destinationIds : []))
    if (named.length === 0) return
    const own = new Set(await destinationsOf(userId))
    if (named.some(id => !own.has(id))) throw phoneUnknown(words)
  }

  const list: PersonHandler<typeof api.listFilters> = async ask => page(await listFilters(db, ask.userId))

  const get: PersonHandler<typeof api.getFilter> = async ask => {
    const filter = await getFilter(db, ask.userId, ask.params.id)
    if (!filter) throw filterUnknown(words)
    return filter
  }

  const add: PersonHandler<typeof api.addFilter> = async ask => {
    await judge(ask.userId, ask.body, null)
    const now = clock.now()
    return addFilter(db, ask.userId, newId(now), ask.body, now)
  }

  const change: PersonHandler<typeof api.changeFilter> = async ask => {
    await judge(ask.userId, ask.body, ask.params.id)
    const filter = await changeFilter(db, ask.userId, ask.params.id, ask.body, clock.now())
    if (!filter) throw filterUnknown(words)
    return filter
  }

  const remove: PersonHandler<typeof api.removeFilter> = async ask => {
    if (!(await removeFilter(db, ask.userId, ask.params.id))) throw filterUnknown(words)
    return {}
  }

  const order: PersonHandler<typeof api.orderFilters> = async ask => {
    if (!(await orderFilters(db, ask.userId, ask.body.ids))) throw orderIncomplete(words)
    return page(await listFilters(db, ask.userId))
  }

  return { list, get, add, change, remove, order }
}

const page = <T>(items: T[]) => ({ items, next: null })
