// Removes a filter, and restores it.
import type * as api from '../../../core/api/filters.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { filterUnknown } from '../errors.ts'
import { saveValidated } from '../save.ts'
import { getRemoved, removeFilters, takeBack } from './store.ts'

export function removalHandlers(deps: FilterDeps) {
  const { db, clock, words } = deps

  const remove: PersonHandler<typeof api.removeFilterApi> = async ({ userId, params: { id } }) => {
    if ((await removeFilters(db, userId, [id], clock.now())) === 0) throw filterUnknown(words)
    return {}
  }

  /** It is judged anew: its phones and lists may be gone. */
  const undoRemoval: PersonHandler<typeof api.undoRemovalApi> = async ({ userId, params: { id } }) => {
    const removed = await getRemoved(db, userId, id)
    if (!removed) throw filterUnknown(words)
    const back = await saveValidated(
      deps,
      userId,
      [removed],
      () => false,
      tx => takeBack(tx, userId, id),
    )
    if (!back) throw filterUnknown(words)
    return back
  }

  return { remove, undoRemoval }
}
