// The wire of filters.
import { z } from 'zod'
import { Action } from '../filters/action.ts'
import { maxEntryLetters, maxListEntries } from '../filters/limits.ts'
import { Condition, ListName } from '../filters/tree.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const FilterDraft = z.object({
  name: z.string().trim().min(1, 'Give the filter a name.').max(80),
  paused: z.boolean().default(false),
  condition: Condition,
  actions: z.array(Action).min(1, 'Choose what the filter does.').max(10),
})
export type FilterDraft = z.infer<typeof FilterDraft>

/** `version` grows by one with each change. */
export const SavedFilter = FilterDraft.extend({
  id: Id,
  paused: z.boolean(),
  position: z.number(),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
})
export type SavedFilter = z.infer<typeof SavedFilter>

/** A filter in the list; `matchedDaily` counts the last 30 days, the oldest first. */
export const FilterLine = SavedFilter.extend({ lastMatchedAt: Time.nullable(), matchedDaily: z.array(z.number()).length(30) })
export type FilterLine = z.infer<typeof FilterLine>

/** `sureOfMany`: the person was told how many mails a day this forwards, and wants it. */
const sureOfMany = z.boolean().default(false)
export const SaveFilter = FilterDraft.extend({ sureOfMany })

export const listFilters = shape({ status: 200, answer: pageOf(FilterLine) })
export const getFilter = shape({ params: ById, status: 200, answer: SavedFilter })
export const addFilter = shape({ body: SaveFilter, status: 201, answer: SavedFilter })
export const changeFilter = shape({ params: ById, body: SaveFilter, status: 200, answer: SavedFilter })
export const removeFilter = shape({ params: ById, status: 200, answer: Nothing })
/** Sets the order; every filter of the person must be named once. */
export const orderFilters = shape({ body: z.object({ ids: z.array(Id).max(500) }), status: 200, answer: pageOf(FilterLine) })

/** All or none of them, behind those that are there. */
export const addFilters = shape({
  body: z.object({ filters: z.array(FilterDraft).min(1).max(500), sureOfMany }),
  status: 201,
  answer: pageOf(SavedFilter),
})
/** Makes the person's filters exactly these, in this order; one with an id is changed, one without is added. All or nothing. */
export const replaceFilters = shape({
  body: z.object({ filters: z.array(FilterDraft.extend({ id: Id.optional() })).max(500), sureOfMany }),
  status: 200,
  answer: pageOf(SavedFilter),
})

/** A filter as it was; `restored` names the version it was taken from. */
export const FilterVersion = FilterDraft.extend({
  version: z.number().int(),
  paused: z.boolean(),
  at: Time,
  restored: z.number().int().nullable(),
})
export type FilterVersion = z.infer<typeof FilterVersion>
export const listVersions = shape({ params: ById, status: 200, answer: pageOf(FilterVersion) })
export const restoreVersion = shape({ params: ById, body: z.object({ from: z.number().int().min(1) }), status: 201, answer: SavedFilter })

/** Named words and addresses that conditions look for. */
export const WordList = z.object({
  name: ListName,
  entries: z.array(z.string().trim().min(1).max(maxEntryLetters)).max(maxListEntries),
  usedBy: z.array(Id),
})
export type WordList = z.infer<typeof WordList>
const ByName = z.object({ name: ListName })
export const listLists = shape({ status: 200, answer: pageOf(WordList) })
export const saveList = shape({ params: ByName, body: WordList.pick({ entries: true }), status: 200, answer: WordList })
export const removeList = shape({ params: ByName, status: 200, answer: Nothing })
