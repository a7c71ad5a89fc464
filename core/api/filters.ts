// The API for filters.
import { z } from 'zod/mini'
import { Action } from '../filters/action.ts'
import { maxEntryCharacters, maxListEntries } from '../filters/limits.ts'
import { Condition, ListName } from '../filters/tree.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const FilterDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name for the filter.'), z.maxLength(80)),
  paused: z._default(z.boolean(), false),
  condition: Condition,
  actions: z.array(Action).check(z.minLength(1, 'Choose what the filter does.'), z.maxLength(10)),
})
export type FilterDraft = z.infer<typeof FilterDraft>

/** `version` grows by one with each change. */
export const SavedFilter = z.extend(FilterDraft, {
  id: Id,
  paused: z.boolean(),
  position: z.number(),
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
})
export type SavedFilter = z.infer<typeof SavedFilter>

/** A filter in the list; `matchedDaily` counts the last 30 days, oldest first. */
export const FilterLine = z.extend(SavedFilter, { lastMatchedAt: z.nullable(Time), matchedDaily: z.array(z.number()).check(z.length(30)) })
export type FilterLine = z.infer<typeof FilterLine>

/** `sureOfMany`: the user confirmed how many emails per day this forwards. */
const sureOfMany = z._default(z.boolean(), false)
export const SaveFilter = z.extend(FilterDraft, { sureOfMany })

export const listFiltersApi = shape({ status: 200, answer: pageOf(FilterLine) })
export const getFilterApi = shape({ params: ById, status: 200, answer: SavedFilter })
export const addFilterApi = shape({ body: SaveFilter, status: 201, answer: SavedFilter })
/** With `version`, refused with 409 and the filter as it is now (`details.current`) if somebody else has changed that version. */
export const changeFilterApi = shape({
  params: ById,
  body: z.extend(SaveFilter, { version: z.optional(z.int()) }),
  status: 200,
  answer: SavedFilter,
})
export const ChangedElsewhere = z.object({ current: SavedFilter })
export const removeFilterApi = shape({ params: ById, status: 200, answer: Nothing })
/** Restores a filter removed within the last day, with its history, counts and position. */
export const undoRemovalApi = shape({ params: ById, status: 200, answer: SavedFilter })
/** Sets the order; must contain every filter of the user once. */
export const orderFiltersApi = shape({
  body: z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  status: 200,
  answer: pageOf(FilterLine),
})

/** Adds all or none of them, after the existing ones. */
export const addFiltersApi = shape({
  body: z.object({ filters: z.array(FilterDraft).check(z.minLength(1), z.maxLength(500)), sureOfMany }),
  status: 201,
  answer: pageOf(SavedFilter),
})
/** Replaces the user's filters by these, in this order; those with an id are changed, others added. All or nothing. */
export const replaceFiltersApi = shape({
  body: z.object({ filters: z.array(z.extend(FilterDraft, { id: z.optional(Id) })).check(z.maxLength(500)), sureOfMany }),
  status: 200,
  answer: pageOf(SavedFilter),
})

/** An earlier version of a filter; `restored`: the version it was restored from. */
export const FilterVersion = z.extend(FilterDraft, {
  version: z.int(),
  paused: z.boolean(),
  at: Time,
  restored: z.nullable(z.int()),
})
export type FilterVersion = z.infer<typeof FilterVersion>
export const listVersionsApi = shape({ params: ById, status: 200, answer: pageOf(FilterVersion) })
export const restoreVersionApi = shape({
  params: ById,
  body: z.object({ from: z.int().check(z.minimum(1)) }),
  status: 201,
  answer: SavedFilter,
})

/** A named list of words and addresses for conditions. */
export const WordList = z.object({
  name: ListName,
  entries: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxEntryCharacters))).check(z.maxLength(maxListEntries)),
  usedBy: z.array(Id),
})
export type WordList = z.infer<typeof WordList>
const ByName = z.object({ name: ListName })
export const listListsApi = shape({ status: 200, answer: pageOf(WordList) })
export const saveListApi = shape({ params: ByName, body: z.pick(WordList, { entries: true }), status: 200, answer: WordList })
export const removeListApi = shape({ params: ByName, status: 200, answer: Nothing })
