// Answers requests that remove a filter, and take that back.
import type * as api from '../../../core/api/filters.ts'
import type { PersonHandler } from '../../http/route.ts'
import { filterUnknown } from '../errors.ts'
import type { FilterParts } from '../parts.ts'
import { saveJudged } from '../save.ts'
import { getRemoved, removeFilters, takeBack } from './store.ts'

export function removalHandlers(parts: FilterParts) {
  const { db, clock, words } = parts

  const remove: PersonHandler<typeof api.removeFilter> = async ({ userId, params: { id } }) => {
    if ((await removeFilters(db, userId, [id], clock.now())) === 0) throw filterUnknown(words)
    return {}
  }

  /** It is judged anew: its phones and lists may be gone. */
  const undoRemoval: PersonHandler<typeof api.undoRemoval> = async ({ userId, params: { id } }) => {
    const removed = await getRemoved(db, userId, id)
    if (!removed) throw filterUnknown(words)
    const back = await saveJudged(
      parts,
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
