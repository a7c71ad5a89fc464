// API calls for filters.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addFilterApi,
  changeFilterApi,
  type FilterDraft,
  type FilterLine,
  listFiltersApi,
  orderFiltersApi,
  removeFilterApi,
  type SavedFilter,
  undoRemovalApi,
} from '../../../core/api/filters.ts'
import { useCall } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useOptimistic } from './optimistic.ts'

const key = ['filters']
type Page = { items: FilterLine[]; next: string | null }

export function useFilters() {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(listFiltersApi, 'GET', '/api/filters', { signal }) })
}

/** Turns a filter on or off, with undo. */
export function useToggleFilter() {
  const t = useWords('filterlist')
  const { change } = useFilterWrites()
  const toggle = useOptimistic<Page, SavedFilter, SavedFilter>({
    key,
    write: filter => change(filter.id, filter, true, filter.version),
    apply: (page, { id, paused, version }) => ({
      ...page,
      items: page.items.map(filter => (filter.id === id ? { ...filter, paused, version: version + 1 } : filter)),
    }),
    savedText: ({ name, paused }) => t(paused ? 'turnedOff' : 'turnedOn', { name }),
    undo: (_filter, _before, saved) => () => toggle.mutate({ ...saved, paused: !saved.paused }),
  })
  return toggle
}

/** Adds the draft, or changes the saved filter with this id. With `version`, only if nobody has changed that version. */
export function useSaveFilter(id: string | null) {
  const { add, change, onSettled } = useFilterWrites()
  return useMutation({
    mutationFn: ({ draft, sureOfMany, version }: { draft: FilterDraft; sureOfMany: boolean; version?: number | undefined }) =>
      id ? change(id, draft, sureOfMany, version) : add(draft, sureOfMany),
    onSettled,
  })
}

/** Undo restores the same filter with its history, counts and position. */
export function useRemoveFilter() {
  const call = useCall()
  const t = useWords('filterlist')
  const { onError, onSettled } = useFilterWrites()
  const undo = useMutation({
    mutationFn: (id: string) => call(undoRemovalApi, 'DELETE', '/api/filters/:id/removal', { params: { id } }),
    ...{ onError, onSettled },
  })
  return useOptimistic<Page, SavedFilter, unknown>({
    key,
    write: ({ id }) => call(removeFilterApi, 'DELETE', '/api/filters/:id', { params: { id } }),
    apply: (page, { id }) => ({ ...page, items: page.items.filter(filter => filter.id !== id) }),
    savedText: ({ name }) => t('removed', { name }),
    undo:
      ({ id }) =>
      () =>
        undo.mutate(id),
  })
}

export function useReorderFilters() {
  const t = useWords('filterlist')
  const { order } = useFilterWrites()
  const reorder = useOptimistic<Page, string[], unknown>({
    key,
    write: order,
    apply: (page, ids) => ({ ...page, items: page.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }),
    savedText: () => t('reordered'),
    undo: (_, before) => (before ? () => reorder.mutate(listIds(before)) : null),
  })
  return reorder
}

/** Shows a filter as it is now, before the list is read again. */
export function usePutFilter(): (filter: SavedFilter) => void {
  const client = useQueryClient()
  return filter =>
    client.setQueryData<Page>(
      key,
      page => page && { ...page, items: page.items.map(line => (line.id === filter.id ? { ...line, ...filter } : line)) },
    )
}

/** Turns several filters on or off, or deletes them, one after another; deleted ones can be brought back together. */
export function useBulkFilters() {
  const call = useCall()
  const t = useWords('filterlist')
  const ui = useWords('ui')
  const { change, onError, onSettled } = useFilterWrites()
  const bringBack = useMutation({
    mutationFn: async (filters: readonly SavedFilter[]) => {
      for (const { id } of filters.toReversed()) await call(undoRemovalApi, 'DELETE', '/api/filters/:id/removal', { params: { id } })
    },
    ...{ onError, onSettled },
  })
  const pause = useMutation({
    mutationFn: async ({ filters, paused }: { filters: readonly SavedFilter[]; paused: boolean }) => {
      for (const filter of filters) if (filter.paused !== paused) await change(filter.id, { ...filter, paused }, true, filter.version)
    },
    onSuccess: (_, { filters }) => toast.success(t('bulk.done', { n: filters.length })),
    ...{ onError, onSettled },
  })
  const remove = useMutation({
    mutationFn: async (filters: readonly SavedFilter[]) => {
      for (const { id } of filters) await call(removeFilterApi, 'DELETE', '/api/filters/:id', { params: { id } })
    },
    onSuccess: (_, filters) =>
      toast.success(t('bulk.deleted', { n: filters.length }), {
        durationMs: bulkUndoMs,
        action: { label: ui('undo'), onClick: () => bringBack.mutate(filters) },
      }),
    ...{ onError, onSettled },
  })
  return { pause, remove }
}

const bulkUndoMs = 8_000

const listIds = (page: Page | undefined): string[] => page?.items.map(({ id }) => id) ?? []

function useFilterWrites() {
  const call = useCall()
  const client = useQueryClient()
  const explain = useExplain()
  return {
    add: ({ name, paused, condition, actions }: FilterDraft, sureOfMany: boolean) =>
      call(addFilterApi, 'POST', '/api/filters', { body: { name, paused, condition, actions, sureOfMany } }),
    change: (id: string, { name, paused, condition, actions }: FilterDraft, sureOfMany: boolean, version?: number) =>
      call(changeFilterApi, 'PUT', '/api/filters/:id', {
        params: { id },
        body: { name, paused, condition, actions, sureOfMany, ...(version !== undefined && { version }) },
      }),
    order: (ids: string[]) => call(orderFiltersApi, 'PUT', '/api/filters/order', { body: { ids } }),
    onError: (error: unknown) => toast.error(explain(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  }
}
