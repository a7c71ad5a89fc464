// API calls for API keys.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addKeyApi, listKeysApi, type NewKey, revokeKeyApi } from '../../../core/api/keys.ts'
import { useCall } from '../../session/session.tsx'

const key = ['keys']

export function useApiKeys() {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(listKeysApi, 'GET', '/api/keys', { signal }) })
}

export function useAddKey() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewKey) => call(addKeyApi, 'POST', '/api/keys', { body, asksForProof: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    // The secret is shown once and never cached.
    gcTime: 0,
  })
}

export function useRevokeKey() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeKeyApi, 'DELETE', '/api/keys/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
