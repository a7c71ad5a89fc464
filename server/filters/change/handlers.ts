// Answers requests that change a person's filters.
import type * as api from '../../../core/api/filters.ts'
import type { FilterLine } from '../../../core/api/filters.ts'
import type { PersonHandler } from '../../http/route.ts'
import { newId } from '../../seal.ts'
import { filterUnknown, namedTwice, orderIncomplete } from '../errors.ts'
import type { FilterParts } from '../parts.ts'
import { askIfMany, askIfManyInAll, saveJudged } from '../save.ts'
import { getFilter, listFilters } from '../store.ts'
import { addFilter, addFilters, changeFilter, orderFilters, replaceFilters } from './store.ts'

export function saveHandlers(parts: FilterParts, linesOf: (userId: string) => Promise<FilterLine[]>) {
  const { db, clock, words } = parts

  const add: PersonHandler<typeof api.addFilter> = async ({ userId, body }) => {
    await askIfMany(parts, userId, body, null)
    const now = clock.now()
    return saveJudged(parts, userId, [body], none, tx => addFilter(tx, userId, newId(now), body, now))
  }

  const change: PersonHandler<typeof api.changeFilter> = async ({ userId, body, params: { id } }) => {
    const before = await getFilter(db, userId, id)
    if (!before) throw filterUnknown(words)
    await askIfMany(parts, userId, body, before)
    const isIt = (filter: { id: string }) => filter.id === id
    const changed = await saveJudged(parts, userId, [body], isIt, tx => changeFilter(tx, userId, id, body, clock.now()))
    if (!changed) throw filterUnknown(words)
    return changed
  }

  const order: PersonHandler<typeof api.orderFilters> = async ({ userId, body }) => {
    if (!(await orderFilters(db, userId, body.ids))) throw orderIncomplete(words)
    return { items: await linesOf(userId), next: null }
  }

  const addAll: PersonHandler<typeof api.addFilters> = async ({ userId, body }) => {
    const { filters } = body
    await askIfManyInAll(parts, userId, body, [])
    const now = clock.now()
    const added = filters.map(draft => ({ id: newId(now), draft }))
    return { items: await saveJudged(parts, userId, filters, none, tx => addFilters(tx, userId, added, now)), next: null }
  }

  const replaceAll: PersonHandler<typeof api.replaceFilters> = async ({ userId, body }) => {
    const { filters } = body
    const now = clock.now()
    const named = filters.flatMap(({ id }) => id ?? [])
    if (new Set(named).size < named.length) throw namedTwice(words)
    await askIfManyInAll(parts, userId, body, await listFilters(db, userId))
    const wanted = filters.map(({ id, ...draft }) => ({ id: id ?? newId(now), draft }))
    const items = await saveJudged(parts, userId, filters, all, async tx => {
      const known = new Set((await listFilters(tx, userId)).map(filter => filter.id))
      if (named.some(id => !known.has(id))) throw filterUnknown(words)
      return replaceFilters(tx, userId, wanted, now)
    })
    return { items, next: null }
  }

  return { add, change, order, addAll, replaceAll }
}

const none = () => false
const all = () => true
