// What the profile asks and tells the server about sessions, and about leaving.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endSession, eraseAccount, listSessions } from '../../core/api/account.ts'
import { useCall } from '../session.tsx'

export const sessionsKey = ['sessions']

export function useSessions() {
  const call = useCall()
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(listSessions, 'GET', '/api/sessions', { signal }) })
}

export function useEndSession() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSession, 'DELETE', '/api/sessions/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useErase() {
  const call = useCall()
  return useMutation({
    mutationFn: (code: string | null) => call(eraseAccount, 'POST', '/api/erasures', { body: { code } }),
  })
}
