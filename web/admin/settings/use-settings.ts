// Loads the settings and saves changes; after a save, the page shows what the server has stored.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type AllSettings, getSettingsApi } from '../../../core/api/admin/settings.ts'
import { useCall } from '../../session/session.tsx'

const settingsKey = ['admin', 'settings'] as const
const allKey = [...settingsKey, 'all']
export const changesKey = [...settingsKey, 'changes']

const refreshMs = 10_000

/** A save may test the values with another service first. */
export const saveTimeoutMs = 40_000

export function useSettings() {
  const call = useCall()
  return useQuery({
    queryKey: allKey,
    queryFn: ({ signal }) => call(getSettingsApi, 'GET', '/api/admin/settings', { signal }),
    refetchInterval: refreshMs,
  })
}

/** Updates the page with the response to a save. */
export function useTakeSettings(): (all: AllSettings) => void {
  const client = useQueryClient()
  return useCallback(
    all => {
      client.setQueryData(allKey, all)
      void client.invalidateQueries({ queryKey: changesKey })
    },
    [client],
  )
}
