// What the history of a filter asks and tells the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listVersions, restoreVersion } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session.tsx'

export function useVersions(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['filters', id, 'versions'],
    queryFn: ({ signal }) => call(listVersions, 'GET', '/api/filters/:id/versions', { params: { id }, signal }),
  })
}

export function useRestore(id: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (from: number) => call(restoreVersion, 'POST', '/api/filters/:id/versions', { params: { id }, body: { from } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['filters'] }),
  })
}
