// Adds, changes, reorders and replaces a user's filters.
import type * as api from '../../../core/api/filters.ts'
import type { FilterLine } from '../../../core/api/filters.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import type { FilterDeps } from '../deps.ts'
import { changedElsewhere, filterUnknown, namedTwice, orderIncomplete } from '../errors.ts'
import { confirmIfMany, confirmIfManyInAll, saveValidated } from '../save.ts'
import { getFilter, listFilters } from '../store.ts'
import { addFilter, addFilters, changeFilter, isSame, orderFilters, replaceFilters } from './store.ts'

export function saveHandlers(deps: FilterDeps, listLines: (userId: string) => Promise<FilterLine[]>) {
  const { db, clock, words } = deps

  const add: UserHandler<typeof api.addFilterApi> = async ({ userId, sessionId, body }) => {
    await confirmIfMany(deps, userId, body, null)
    const now = clock.now()
    return saveValidated(deps, { userId, sessionId }, [body], none, tx => addFilter(tx, userId, newId(now), body, now))
  }

  const change: UserHandler<typeof api.changeFilterApi> = async ({ userId, sessionId, body, params: { id } }) => {
    const before = await getFilter(db, userId, id)
    if (!before) throw filterUnknown(words)
    await confirmIfMany(deps, userId, body, before)
    const isThisFilter = (filter: { id: string }) => filter.id === id
    const changed = await saveValidated(deps, { userId, sessionId }, [body], isThisFilter, async tx => {
      const current = await getFilter(tx, userId, id)
      const isExpected = body.version === undefined || current?.version === body.version
      if (current && !isExpected && !isSame(current, body)) throw changedElsewhere(words, current)
      return changeFilter(tx, userId, id, body, clock.now())
    })
    if (!changed) throw filterUnknown(words)
    return changed
  }

  const order: UserHandler<typeof api.orderFiltersApi> = async ({ userId, body }) => {
    if (!(await orderFilters(db, userId, body.ids))) throw orderIncomplete(words)
    return { items: await listLines(userId), next: null }
  }

  const addAll: UserHandler<typeof api.addFiltersApi> = async ({ userId, sessionId, body }) => {
    const { filters } = body
    await confirmIfManyInAll(deps, userId, body, [])
    const now = clock.now()
    const added = filters.map(draft => ({ id: newId(now), draft }))
    return { items: await saveValidated(deps, { userId, sessionId }, filters, none, tx => addFilters(tx, userId, added, now)), next: null }
  }

  const replaceAll: UserHandler<typeof api.replaceFiltersApi> = async ({ userId, sessionId, body }) => {
    const { filters } = body
    const now = clock.now()
    const givenIds = filters.flatMap(({ id }) => id ?? [])
    if (new Set(givenIds).size < givenIds.length) throw namedTwice(words)
    await confirmIfManyInAll(deps, userId, body, await listFilters(db, userId))
    const replacements = filters.map(({ id, ...draft }) => ({ id: id ?? newId(now), draft }))
    const items = await saveValidated(deps, { userId, sessionId }, filters, all, async tx => {
      const existingIds = new Set((await listFilters(tx, userId)).map(filter => filter.id))
      if (givenIds.some(id => !existingIds.has(id))) throw filterUnknown(words)
      return replaceFilters(tx, userId, replacements, now)
    })
    return { items, next: null }
  }

  return { add, change, order, addAll, replaceAll }
}

const none = () => false
const all = () => true
