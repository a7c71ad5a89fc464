// Answers requests about a person's filters.
import type * as api from '../../core/api/filters.ts'
import { withinLimits } from '../../core/filters/limits.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { PersonHandler } from '../http/route.ts'
import { newId } from '../seal.ts'
import { filterUnknown, orderIncomplete, tooManyFilters, treeTooLarge } from './errors.ts'
import { addFilter, changeFilter, countFilters, getFilter, listFilters, orderFilters, removeFilter } from './store.ts'

const mostFilters = 500

export interface FilterParts {
  db: Db
  clock: Clock
  words: Words
}

export function filterHandlers({ db, clock, words }: FilterParts) {
  const list: PersonHandler<typeof api.listFilters> = async ask => page(await listFilters(db, ask.userId))

  const get: PersonHandler<typeof api.getFilter> = async ask => {
    const filter = await getFilter(db, ask.userId, ask.params.id)
    if (!filter) throw filterUnknown(words)
    return filter
  }

  const add: PersonHandler<typeof api.addFilter> = async ask => {
    if (withinLimits(ask.body.condition)) throw treeTooLarge(words)
    if ((await countFilters(db, ask.userId)) >= mostFilters) throw tooManyFilters(words, mostFilters)
    const now = clock.now()
    return addFilter(db, ask.userId, newId(now), ask.body, now)
  }

  const change: PersonHandler<typeof api.changeFilter> = async ask => {
    if (withinLimits(ask.body.condition)) throw treeTooLarge(words)
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
