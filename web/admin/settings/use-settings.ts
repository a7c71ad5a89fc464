// Reads the settings, and saves what changes; a save shows what the server then has.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type AllSettings, getSettingsApi } from '../../../core/api/admin/settings.ts'
import { useCall } from '../../session/session.tsx'

const settingsKey = ['admin', 'settings'] as const
const allKey = [...settingsKey, 'all']
export const changesKey = [...settingsKey, 'changes']

const refreshMs = 10_000

/** A save tries the values with another machine first. */
export const saveTimeoutMs = 40_000

export function useSettings() {
  const call = useCall()
  return useQuery({
    queryKey: allKey,
    queryFn: ({ signal }) => call(getSettingsApi, 'GET', '/api/admin/settings', { signal }),
    refetchInterval: refreshMs,
  })
}

/** Takes the answer of a save into the page. */
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
