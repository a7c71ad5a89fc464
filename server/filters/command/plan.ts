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

export async function planFor(client: Client, after: FilterFile): Promise<FilterPlan> {
  const filters = (await client.ask(listFiltersApi.answer, 'GET', '/api/filters')).items
  const lists = (await client.ask(listListsApi.answer, 'GET', '/api/filters/lists')).items
  const changed = diffLists(lists, after.lists).filter(({ kind }) => kind !== 'removed')
  return { changes: diffFilters(filters, after.filters), lists: changed, before: { filters, lists }, after }
}

export const isEmpty = ({ changes, lists }: FilterPlan): boolean => changes.length === 0 && lists.length === 0

/** `sureOfMany`: whatever number of mails they forward a day. The filters change all at once; lists go before them, and back again when the filters are refused. */
export async function apply(client: Client, plan: FilterPlan, sureOfMany: boolean): Promise<void> {
  const done: ListChange[] = []
  try {
    for (const change of plan.lists) {
      await client.ask(saveListApi.answer, 'PUT', pathOf(change.name), { entries: entriesIn(plan.after.lists, change.name) })
      done.push(change)
    }
    if (plan.changes.length > 0) await client.ask(replaceFiltersApi.answer, 'PUT', '/api/filters', { filters: withIds(plan), sureOfMany })
  } catch (error) {
    for (const { name, kind } of done.toReversed())
      if (kind === 'added') await client.ask(removeListApi.answer, 'DELETE', pathOf(name))
      else await client.ask(saveListApi.answer, 'PUT', pathOf(name), { entries: entriesIn(plan.before.lists, name) })
    throw error
  }
}

const pathOf = (name: string): string => `/api/filters/lists/${encodeURIComponent(name)}`

const entriesIn = (lists: { name: string; entries: string[] }[], name: string): string[] =>
  lists.find(list => list.name === name)?.entries ?? []

/** A filter that keeps its name keeps its history; names are told apart in the file. */
function withIds({ before, after }: FilterPlan) {
  return after.filters.map(filter => {
    const known = before.filters.find(other => other.name === filter.name)
    return known ? { ...filter, id: known.id } : filter
  })
}
