// API calls for settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeSettingsApi, getSettingsApi, type SettingsChange } from '../../../core/api/settings.ts'
import { useCall } from '../../session/session.tsx'

const key = ['settings']

/** Settings that were read less than `staleMs` ago are not fetched again. */
export function useSettings(staleMs = 0) {
  const call = useCall()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(getSettingsApi, 'GET', '/api/settings', { signal }), staleTime: staleMs })
}

export function useChangeSettings() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsChange) => call(changeSettingsApi, 'PATCH', '/api/settings', { body }),
    onSuccess: saved => client.setQueryData(key, saved),
  })
}
