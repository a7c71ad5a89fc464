// Saves a filter proposed on the phone, and undoes it.
import type { FilterDraft } from '../../../core/api/filters.ts'
import { actionsFor, isMute, isSameCondition, type PhoneFilterRequest, planChange } from '../../../core/filters/from-phone/change.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Words } from '../../../core/words/words.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { newId } from '../../foundation/seal.ts'
import { addFilter, changeFilter, orderFilters } from '../change/store.ts'
import { listNames } from '../lists/store.ts'
import { removeFilters } from '../removal/store.ts'
import { changeSet } from '../set-store.ts'
import { getFilter, listFilters } from '../store.ts'
import { validateFilters } from '../validate.ts'

export interface SaveFilterDeps {
  words: Words
  limitsOf: LimitsOf
  /** The ids of all phones and rotas of a user. */
  listDestinationIds(tx: Tx, userId: string): Promise<string[]>
}

export interface ProposedDraft extends PhoneFilterRequest {
  name: string
}

/** `filterId` is null when nothing had to be added, only `pausedIds` paused. `full`: no more filters are allowed. */
export type SavedOutcome =
  | { kind: 'kept'; filterId: string | null; pausedIds: string[]; name: string }
  | { kind: 'exists'; name: string }
  | { kind: 'full' }

/** A "never" filter goes before all others, because filters apply in order; an "always" filter goes after them. */
export function saveProposedFilter(deps: SaveFilterDeps, tx: Tx, userId: string, request: ProposedDraft, now: Date): Promise<SavedOutcome> {
  return changeSet(tx, userId, async () => {
    const others = await listFilters(tx, userId)
    const change = planChange(request, others)
    if (change.kind === 'exists') return change
    if (change.adds && (await exceedsLimits(deps, tx, userId, request))) return { kind: 'full' }
    for (const filter of others)
      if (change.pausedIds.includes(filter.id)) await changeFilter(tx, userId, filter.id, { ...filter, paused: true }, now)
    const saved = { kind: 'kept' as const, pausedIds: change.pausedIds, name: request.name }
    if (!change.adds) return { ...saved, filterId: null }
    const { id } = await addFilter(tx, userId, newId(now), toDraft(request), now)
    if (request.kind === 'never') await orderFilters(tx, userId, [id, ...others.map(filter => filter.id)])
    return { ...saved, filterId: id }
  })
}

/** True when the filter would exceed the number or the cost of filters that are allowed. */
export async function exceedsLimits(
  { words, limitsOf, listDestinationIds }: SaveFilterDeps,
  tx: Tx,
  userId: string,
  request: ProposedDraft,
): Promise<boolean> {
  const others = await listFilters(tx, userId)
  const { filters: most } = await limitsOf(userId)
  if (most !== null && others.length >= most) return true
  const context = {
    others,
    destinationIds: await listDestinationIds(tx, userId),
    listNames: await listNames(tx, userId),
  }
  try {
    validateFilters(words, [toDraft(request)], context)
    return false
  } catch (error) {
    if (error instanceof HttpError && ['too_many_filters', 'filters_too_costly'].includes(error.code)) return true
    throw error
  }
}

const toDraft = (request: ProposedDraft): FilterDraft => ({
  ...{ name: request.name, paused: false, condition: request.condition },
  actions: actionsFor(request),
})

/** `edited`: the user changed the filter since, so it stays and nothing was changed. */
export function undoProposedFilter(
  tx: Tx,
  userId: string,
  { filterId, pausedIds }: { filterId: string | null; pausedIds: string[] },
  now: Date,
): Promise<'undone' | 'edited'> {
  return changeSet(tx, userId, async () => {
    const added = filterId === null ? undefined : await getFilter(tx, userId, filterId)
    if (added && added.version > 1) return 'edited'
    if (added) await removeFilters(tx, userId, [added.id], now)
    for (const id of pausedIds) {
      const filter = await getFilter(tx, userId, id)
      if (filter?.paused) await changeFilter(tx, userId, id, { ...filter, paused: false }, now)
    }
    return 'undone'
  })
}

/** Removes the filters that mute exactly this condition; false if there were none. Filters that the user edited are paused, not removed. */
export function removeMutes(tx: Tx, userId: string, condition: Condition, now: Date): Promise<boolean> {
  return changeSet(tx, userId, async () => {
    const mutes = (await listFilters(tx, userId)).filter(
      filter => !filter.paused && isMute(filter) && isSameCondition(filter.condition, condition),
    )
    for (const mute of mutes) {
      if (mute.version === 1) await removeFilters(tx, userId, [mute.id], now)
      else await changeFilter(tx, userId, mute.id, { ...mute, paused: true }, now)
    }
    return mutes.length > 0
  })
}
