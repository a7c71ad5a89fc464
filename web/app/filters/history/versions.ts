// API calls for a filter's history.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listVersionsApi, restoreVersionApi } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session/session.tsx'

export function useVersions(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['filters', id, 'versions'],
    queryFn: ({ signal }) => call(listVersionsApi, 'GET', '/api/filters/:id/versions', { params: { id }, signal }),
  })
}

export function useRestoreVersion(id: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (from: number) => call(restoreVersionApi, 'POST', '/api/filters/:id/versions', { params: { id }, body: { from } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['filters'] }),
  })
}
