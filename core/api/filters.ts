// The wire of filters.
import { z } from 'zod'
import { Action, Condition } from '../filters/tree.ts'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const FilterDraft = z.object({
  name: z.string().trim().min(1, 'Give the filter a name.').max(80),
  paused: z.boolean().default(false),
  condition: Condition,
  actions: z.array(Action).min(1, 'Choose what the filter does.').max(10),
})
export type FilterDraft = z.infer<typeof FilterDraft>

export const SavedFilter = FilterDraft.extend({ id: Id, paused: z.boolean(), position: z.number(), createdAt: Time, updatedAt: Time })
export type SavedFilter = z.infer<typeof SavedFilter>

export const listFilters = shape({ status: 200, answer: pageOf(SavedFilter) })
export const getFilter = shape({ params: ById, status: 200, answer: SavedFilter })
export const addFilter = shape({ body: FilterDraft, status: 201, answer: SavedFilter })
export const changeFilter = shape({ params: ById, body: FilterDraft, status: 200, answer: SavedFilter })
export const removeFilter = shape({ params: ById, status: 200, answer: Nothing })
/** Sets the order; every filter of the person must be named once. */
export const orderFilters = shape({ body: z.object({ ids: z.array(Id).max(500) }), status: 200, answer: pageOf(SavedFilter) })
