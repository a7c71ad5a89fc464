// API calls of the profile page: listing and ending sessions, and deleting the account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endSessionApi, eraseAccountApi, listSessionsApi } from '../../core/api/account.ts'
import { useCall } from '../session/session.tsx'

export const sessionsKey = ['sessions']

export function useSessions() {
  const call = useCall()
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(listSessionsApi, 'GET', '/api/sessions', { signal }) })
}

export function useEndSession() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSessionApi, 'DELETE', '/api/sessions/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEraseAccount() {
  const call = useCall()
  return useMutation({
    mutationFn: (code: string | null) => call(eraseAccountApi, 'POST', '/api/erasures', { body: { code } }),
  })
}
