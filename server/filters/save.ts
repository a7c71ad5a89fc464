// Saves filters, validated with all of the user's other filters in the same transaction.
import { isDeepStrictEqual } from 'node:util'
import type { FilterDraft, SavedFilter } from '../../core/api/filters.ts'
import { costOf, maxCost } from '../../core/filters/limits.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { FilterDeps } from './deps.ts'
import { forwardManyInAll, forwardsMany } from './errors.ts'
import { listNames } from './lists/store.ts'
import { changeSet } from './set-store.ts'
import { listFilters } from './store.ts'
import { validateFilters, validatePatterns } from './validate.ts'

/** A filter that forwards more mails a day is saved when the person is sure. */
export const manyPerDay = 50

/** Judges the drafts, then runs `save`. `isReplaced` tells which filters of the person the drafts stand in for. */
export async function saveValidated<T>(
  { db, words, destinationsOf }: FilterDeps,
  userId: string,
  drafts: FilterDraft[],
  isReplaced: (filter: SavedFilter) => boolean,
  save: (tx: Db) => Promise<T>,
): Promise<T> {
  await validatePatterns(words, drafts)
  const destinationIds = await destinationsOf(userId)
  return changeSet(db, userId, async tx => {
    const others = (await listFilters(tx, userId)).filter(filter => !isReplaced(filter))
    validateFilters(words, drafts, { others, destinationIds, listNames: await listNames(tx, userId) })
    return save(tx)
  })
}

/** Throws the question, with the number, where a filter is about to forward many mails that it did not forward before. */
export async function confirmIfMany(
  { words, estimatePerDay }: FilterDeps,
  userId: string,
  draft: FilterDraft & { sureOfMany: boolean },
  before: FilterDraft | null,
): Promise<void> {
  if (draft.sureOfMany || !forwards(draft)) return
  if (before && forwards(before) && isDeepStrictEqual(before.condition, draft.condition)) return
  const perDay = Math.round(await estimatePerDay(userId, draft.condition))
  if (perDay > manyPerDay) throw forwardsMany(words, perDay)
}

/** The same once for several filters: how many mails any of them would forward that none of `before` does. */
export async function confirmIfManyInAll(
  { words, estimatePerDay }: FilterDeps,
  userId: string,
  { filters, sureOfMany }: { filters: FilterDraft[]; sureOfMany: boolean },
  before: FilterDraft[],
): Promise<void> {
  if (sureOfMany) return
  const isNew = ({ condition }: FilterDraft) => !before.some(other => isOn(other) && isDeepStrictEqual(other.condition, condition))
  const conditions = filters.filter(filter => isOn(filter) && isNew(filter)).map(filter => filter.condition)
  const [first, ...others] = conditions
  // What is too much to be saved is too much to be tried.
  if (!first || conditions.reduce((sum, condition) => sum + costOf(condition), 0) > maxCost) return
  const perDay = Math.round(await estimatePerDay(userId, others.length > 0 ? { any: [first, ...others] } : first))
  if (perDay > manyPerDay) throw forwardManyInAll(words, perDay)
}

const isOn = (draft: FilterDraft): boolean => !draft.paused && forwards(draft)

const forwards = (draft: FilterDraft): boolean => draft.actions.some(action => action.kind === 'forward')
