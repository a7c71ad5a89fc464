// What the screens ask and tell the server about filters.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addFilter,
  changeFilter,
  type FilterDraft,
  type FilterLine,
  listFilters,
  orderFilters,
  removeFilter,
  type SavedFilter,
} from '../../../core/api/filters.ts'
import { useCall } from '../../session.tsx'
import { useExplain } from '../../ui/failure.ts'
import { toast } from '../../ui/toast.ts'

const key = ['filters']
type Page = { items: FilterLine[]; next: string | null }

export function useFilters() {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(listFilters, 'GET', '/api/filters', { signal }) })
}

export function useChangeFilter() {
  const { change, ...rest } = useFilterWrites()
  return useMutation({ mutationFn: (filter: SavedFilter) => change(filter.id, filter, true), ...rest })
}

/** Adds the draft, or changes the saved filter of this id. */
export function useSaveFilter(id: string | null) {
  const { add, change, ...rest } = useFilterWrites()
  return useMutation({
    mutationFn: ({ draft, sureOfMany }: { draft: FilterDraft; sureOfMany: boolean }) =>
      id ? change(id, draft, sureOfMany) : add(draft, sureOfMany),
    onSettled: rest.onSettled,
  })
}

export function useRemoveFilter() {
  const call = useCall()
  const { onError, onSettled } = useFilterWrites()
  return useMutation({
    mutationFn: (id: string) => call(removeFilter, 'DELETE', '/api/filters/:id', { params: { id } }),
    onError,
    onSettled,
  })
}

/** Shows the new order at once, and the old one again when the server refuses it. */
export function useOrderFilters() {
  const call = useCall()
  const client = useQueryClient()
  const { onError, onSettled } = useFilterWrites()
  return useMutation({
    mutationFn: (ids: string[]) => call(orderFilters, 'PUT', '/api/filters/order', { body: { ids } }),
    onMutate: ids =>
      client.setQueryData<Page>(
        key,
        page => page && { ...page, items: page.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
      ),
    onError,
    onSettled,
  })
}

function useFilterWrites() {
  const call = useCall()
  const client = useQueryClient()
  const explain = useExplain()
  return {
    add: (draft: FilterDraft, sureOfMany: boolean) => call(addFilter, 'POST', '/api/filters', { body: { ...draft, sureOfMany } }),
    change: (id: string, { name, paused, condition, actions }: FilterDraft, sureOfMany: boolean) =>
      call(changeFilter, 'PUT', '/api/filters/:id', { params: { id }, body: { name, paused, condition, actions, sureOfMany } }),
    onError: (error: unknown) => toast.error(explain(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  }
}
