// API calls for named lists.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listListsApi, removeListApi, saveListApi } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session/session.tsx'

const key = ['filter-lists']

export function useLists() {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(listListsApi, 'GET', '/api/filters/lists', { signal }) })
}

export function useSaveList() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, entries }: { name: string; entries: string[] }) =>
      call(saveListApi, 'PUT', '/api/filters/lists/:name', { params: { name }, body: { entries } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveList() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(removeListApi, 'DELETE', '/api/filters/lists/:name', { params: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
