// What the settings ask and tell the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeSettings, getSettings, type SettingsChange } from '../../../core/api/settings.ts'
import { useCall } from '../../session.tsx'

const key = ['settings']

/** `staleMs`: for so long what was read once is good enough. */
export function useSettings(staleMs = 0) {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(getSettings, 'GET', '/api/settings', { signal }), staleTime: staleMs })
}

export function useChangeSettings() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsChange) => call(changeSettings, 'PATCH', '/api/settings', { body }),
    onSuccess: saved => client.setQueryData(key, saved),
  })
}
