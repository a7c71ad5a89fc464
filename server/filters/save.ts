// Saves filters after validating them together with the user's other filters, in the same transaction.
import { isDeepStrictEqual } from 'node:util'
import type { FilterDraft, SavedFilter } from '../../core/api/filters.ts'
import { firstForwards, forwardsTo } from '../../core/filters/first-forwards.ts'
import { conditionCost, maxCost } from '../../core/filters/limits.ts'
import type { Db } from '../foundation/db/pool.ts'
import { beyondPlan } from '../foundation/http/plan-limit.ts'
import type { FilterCaller, FilterDeps, NewPhones } from './deps.ts'
import { forwardManyInAll, forwardsMany } from './errors.ts'
import { listNames } from './lists/store.ts'
import { changeSet } from './set-store.ts'
import { listFilters } from './store.ts'
import { validateFilters, validatePatterns } from './validate.ts'

/** A filter that would forward more emails a day is saved only after the user confirms. */
export const manyPerDay = 50

/** Validates the drafts, then runs `save`. `isReplaced` tells which of the user's filters the drafts replace. */
export async function saveValidated<T>(
  { db, words, limitsOf, listDestinationIds, newPhones }: FilterDeps,
  caller: FilterCaller,
  drafts: FilterDraft[],
  isReplaced: (filter: SavedFilter) => boolean,
  save: (tx: Db) => Promise<T>,
): Promise<T> {
  const { userId } = caller
  await validatePatterns(words, drafts)
  const phones = await newPhones.list(userId)
  const areFirst = async (tx: Db) => {
    const ids = firstForwards(
      drafts,
      await listFilters(tx, userId),
      phones.map(({ id }) => id),
    )
    return phones.filter(({ id }) => ids.includes(id))
  }
  if (phones.length > 0 && (await areFirst(db)).length > 0) await newPhones.requireProof(caller)
  const destinationIds = await listDestinationIds(userId)
  const { filters: most } = await limitsOf(userId)
  const saved = await changeSet(db, userId, async tx => {
    const all = await listFilters(tx, userId)
    const others = all.filter(filter => !isReplaced(filter))
    refuseBeyondPlan(most, others.length, drafts, all.filter(isReplaced))
    validateFilters(words, drafts, { others, destinationIds, listNames: await listNames(tx, userId) })
    const firstPhones = phones.length > 0 ? await areFirst(tx) : []
    const result = await save(tx)
    await announceFirst(newPhones, tx, userId, firstPhones)
    return result
  })
  if (phones.length > 0) newPhones.wake()
  return saved
}

async function announceFirst(newPhones: NewPhones, tx: Db, userId: string, phones: { id: string; name: string }[]): Promise<void> {
  if (phones.length === 0) return
  const filters = await listFilters(tx, userId)
  for (const phone of phones) {
    const filter = filters.find(saved => forwardsTo(saved, phone.id))
    if (filter) await newPhones.announce(tx, userId, filter, phone)
  }
}

/** What a smaller plan no longer allows keeps working and may be changed; only more filters, or more that are not paused, are refused. */
function refuseBeyondPlan(most: number | null, others: number, drafts: FilterDraft[], replaced: FilterDraft[]): void {
  if (most === null || others + drafts.length <= most) return
  const active = (filters: FilterDraft[]) => filters.filter(filter => !filter.paused).length
  if (drafts.length > replaced.length || active(drafts) > active(replaced)) throw beyondPlan({ limit: 'filters', most })
}

/** Throws a request for confirmation when a filter would forward many emails that it did not forward before. */
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

/** The same for several filters at once: counts emails that any of them would forward and none of `before` does. */
export async function confirmIfManyInAll(
  { words, estimatePerDay }: FilterDeps,
  userId: string,
  { filters, sureOfMany }: { filters: FilterDraft[]; sureOfMany: boolean },
  before: FilterDraft[],
): Promise<void> {
  if (sureOfMany) return
  const isNew = ({ condition }: FilterDraft) => !before.some(other => isForwarding(other) && isDeepStrictEqual(other.condition, condition))
  const conditions = filters.filter(filter => isForwarding(filter) && isNew(filter)).map(filter => filter.condition)
  const [first, ...others] = conditions
  // Conditions that are too costly to save are too costly to estimate.
  if (!first || conditions.reduce((sum, condition) => sum + conditionCost(condition), 0) > maxCost) return
  const perDay = Math.round(await estimatePerDay(userId, others.length > 0 ? { any: [first, ...others] } : first))
  if (perDay > manyPerDay) throw forwardManyInAll(words, perDay)
}

const isForwarding = (draft: FilterDraft): boolean => !draft.paused && forwards(draft)

const forwards = (draft: FilterDraft): boolean => draft.actions.some(action => action.kind === 'forward')
