// Compares a user's filters with a file, and applies the difference.
import {
  listFiltersApi,
  listListsApi,
  removeListApi,
  replaceFiltersApi,
  type SavedFilter,
  saveListApi,
  type WordList,
} from '../../../core/api/filters.ts'
import { diffFilters, type FilterChange } from '../../../core/filters/exchange/diff.ts'
import { diffLists, type ListChange } from '../../../core/filters/exchange/diff-lists.ts'
import type { FilterFile } from '../../../core/filters/exchange/read.ts'
import type { Client } from './client.ts'

export interface FilterPlan {
  changes: FilterChange[]
  /** Lists that the file does not name stay as they are. */
  lists: ListChange[]
  before: { filters: Pick<SavedFilter, 'id' | 'name'>[]; lists: WordList[] }
  after: FilterFile
}

export async function makePlan(client: Client, after: FilterFile): Promise<FilterPlan> {
  const filters = (await client.request(listFiltersApi.answer, 'GET', '/api/filters')).items
  const lists = (await client.request(listListsApi.answer, 'GET', '/api/filters/lists')).items
  const changed = diffLists(lists, after.lists).filter(({ kind }) => kind !== 'removed')
  return { changes: diffFilters(filters, after.filters), lists: changed, before: { filters, lists }, after }
}

export const isEmpty = ({ changes, lists }: FilterPlan): boolean => changes.length === 0 && lists.length === 0

/** `sureOfMany` skips the confirmation of high volumes. All filters change at once; lists are saved first, and rolled back if the filters are refused. */
export async function applyPlan(client: Client, plan: FilterPlan, sureOfMany: boolean): Promise<void> {
  const done: ListChange[] = []
  try {
    for (const change of plan.lists) {
      await client.request(saveListApi.answer, 'PUT', listPath(change.name), { entries: findEntries(plan.after.lists, change.name) })
      done.push(change)
    }
    if (plan.changes.length > 0)
      await client.request(replaceFiltersApi.answer, 'PUT', '/api/filters', { filters: withIds(plan), sureOfMany })
  } catch (error) {
    for (const { name, kind } of done.toReversed())
      if (kind === 'added') await client.request(removeListApi.answer, 'DELETE', listPath(name))
      else await client.request(saveListApi.answer, 'PUT', listPath(name), { entries: findEntries(plan.before.lists, name) })
    throw error
  }
}

const listPath = (name: string): string => `/api/filters/lists/${encodeURIComponent(name)}`

const findEntries = (lists: { name: string; entries: string[] }[], name: string): string[] =>
  lists.find(list => list.name === name)?.entries ?? []

/** A filter that keeps its name keeps its id and history; names are unique in the file. */
function withIds({ before, after }: FilterPlan) {
  return after.filters.map(filter => {
    const existing = before.filters.find(other => other.name === filter.name)
    return existing ? { ...filter, id: existing.id } : filter
  })
}
