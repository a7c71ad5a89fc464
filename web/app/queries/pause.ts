// API calls that pause and resume all phones.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPauseApi, type Pause, setPauseApi } from '../../../core/api/pause.ts'
import { useNow } from '../../now.ts'
import { useCall } from '../../session/session.tsx'
import { shows, useEvery } from '../live/Live.tsx'
import { destinationsKey } from './destinations.ts'
import { useOptimistic } from './optimistic.ts'

const key = ['pause']
/** It ends automatically. */
const everyMs = 60_000

/** Until when everything is paused; null while mail goes. */
export function usePause(): Date | null {
  const call = useCall()
  const now = useNow(15_000)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getPauseApi, 'GET', '/api/pause', { signal }),
    ...shows('destinations'),
    refetchInterval: useEvery(everyMs),
  })
  const until = data?.until ? new Date(data.until) : null
  return until && until > now ? until : null
}

/** `null` lets mail go on. */
export function useSetPause(savedText: (until: Date | null) => string) {
  const call = useCall()
  const client = useQueryClient()
  const asWire = (until: Date | null): Pause => ({ until: until?.toISOString() ?? null })
  return useOptimistic<Pause, Date | null, Pause>({
    key,
    write: async until => {
      const kept = await call(setPauseApi, 'PUT', '/api/pause', { body: asWire(until) })
      void client.invalidateQueries({ queryKey: destinationsKey })
      return kept
    },
    apply: (_, until) => asWire(until),
    savedText,
  })
}
