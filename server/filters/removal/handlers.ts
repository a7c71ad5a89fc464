// Removes a filter, and restores it.
import type * as api from '../../../core/api/filters.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { filterUnknown } from '../errors.ts'
import { saveValidated } from '../save.ts'
import { getRemoved, removeFilters, restoreFilter } from './store.ts'

export function removalHandlers(deps: FilterDeps) {
  const { db, clock, words } = deps

  const remove: UserHandler<typeof api.removeFilterApi> = async ({ userId, params: { id } }) => {
    if ((await removeFilters(db, userId, [id], clock.now())) === 0) throw filterUnknown(words)
    return {}
  }

  /** A restored filter is validated again, because its phones and lists may be gone. */
  const undoRemoval: UserHandler<typeof api.undoRemovalApi> = async ({ userId, sessionId, params: { id } }) => {
    const removed = await getRemoved(db, userId, id)
    if (!removed) throw filterUnknown(words)
    const restored = await saveValidated(
      deps,
      { userId, sessionId },
      [removed],
      () => false,
      tx => restoreFilter(tx, userId, id),
    )
    if (!restored) throw filterUnknown(words)
    return restored
  }

  return { remove, undoRemoval }
}
