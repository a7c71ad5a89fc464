// Saves a filter proposed on the phone, and undoes it.
import type { FilterDraft } from '../../../core/api/filters.ts'
import { actionsFor, changeFor, isMute, isSame, type PhoneFilterRequest } from '../../../core/filters/from-phone/change.ts'
import type { Condition } from '../../../core/filters/tree.ts'
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
  /** The ids of all phones and rotas of a person. */
  destinationsOf(tx: Tx, userId: string): Promise<string[]>
}

export interface ToKeep extends PhoneFilterRequest {
  name: string
}

/** `filterId` is null where nothing had to be added: `pausedIds` were switched off. `full`: no more filters than there are. */
export type SavedOutcome =
  | { kind: 'kept'; filterId: string | null; pausedIds: string[]; name: string }
  | { kind: 'exists'; name: string }
  | { kind: 'full' }

/** What is never to come stands above all other filters, as those are asked in their order; what is to come behind them. */
export function keepFilter(deps: SaveFilterDeps, tx: Tx, userId: string, wanted: ToKeep, now: Date): Promise<SavedOutcome> {
  return changeSet(tx, userId, async () => {
    const others = await listFilters(tx, userId)
    const change = changeFor(wanted, others)
    if (change.kind === 'exists') return change
    if (change.adds && (await isFull(deps, tx, userId, wanted))) return { kind: 'full' }
    for (const filter of others)
      if (change.pausedIds.includes(filter.id)) await changeFilter(tx, userId, filter.id, { ...filter, paused: true }, now)
    const kept = { kind: 'kept' as const, pausedIds: change.pausedIds, name: wanted.name }
    if (!change.adds) return { ...kept, filterId: null }
    const { id } = await addFilter(tx, userId, newId(now), draftOf(wanted), now)
    if (wanted.kind === 'never') await orderFilters(tx, userId, [id, ...others.map(filter => filter.id)])
    return { ...kept, filterId: id }
  })
}

/** True where the filter would be one too many, or cost too much beside the others. */
export async function isFull({ words, destinationsOf }: SaveFilterDeps, tx: Tx, userId: string, wanted: ToKeep): Promise<boolean> {
  const beside = {
    others: await listFilters(tx, userId),
    destinationIds: await destinationsOf(tx, userId),
    listNames: await listNames(tx, userId),
  }
  try {
    validateFilters(words, [draftOf(wanted)], beside)
    return false
  } catch (error) {
    if (error instanceof HttpError && ['too_many_filters', 'filters_too_costly'].includes(error.code)) return true
    throw error
  }
}

const draftOf = (wanted: ToKeep): FilterDraft => ({
  ...{ name: wanted.name, paused: false, condition: wanted.condition },
  actions: actionsFor(wanted),
})

/** `edited`: the filter is another one by now, and stays; nothing was changed. */
export function takeBack(
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

/** Ends what silences exactly this; false where nothing did. What its person changed by hand is switched off, and not lost. */
export function endMutes(tx: Tx, userId: string, condition: Condition, now: Date): Promise<boolean> {
  return changeSet(tx, userId, async () => {
    const mutes = (await listFilters(tx, userId)).filter(one => !one.paused && isMute(one) && isSame(one.condition, condition))
    for (const mute of mutes) {
      if (mute.version === 1) await removeFilters(tx, userId, [mute.id], now)
      else await changeFilter(tx, userId, mute.id, { ...mute, paused: true }, now)
    }
    return mutes.length > 0
  })
}
