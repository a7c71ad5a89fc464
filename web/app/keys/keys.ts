// What the screens of API keys ask and tell the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addKey, listKeys, type NewKey, revokeKey } from '../../../core/api/keys.ts'
import { useCall } from '../../session.tsx'

const key = ['keys']

export function useKeys() {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(listKeys, 'GET', '/api/keys', { signal }) })
}

export function useAddKey() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewKey) => call(addKey, 'POST', '/api/keys', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    // What is shown once is not kept here either.
    gcTime: 0,
  })
}

export function useRevokeKey() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeKey, 'DELETE', '/api/keys/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
