// API calls that pause and resume all phones.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPauseApi, type Pause, setPauseApi } from '../../../core/api/pause.ts'
import { useNow } from '../../now.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'
import { destinationsKey } from './destinations.ts'
import { useOptimistic } from './optimistic.ts'

const key = ['pause']
/** A pause ends without an event, so this polls. */
const pollMs = 60_000

/** Until when all phones are paused; null if they are not. */
export function usePause(): Date | null {
  const call = useCall()
  const now = useNow(15_000)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getPauseApi, 'GET', '/api/pause', { signal }),
    ...refetchOn('destinations'),
    refetchInterval: usePollInterval(pollMs),
  })
  const until = data?.until ? new Date(data.until) : null
  return until && until > now ? until : null
}

/** Setting `null` resumes delivery. */
export function useSetPause(savedText: (until: Date | null) => string) {
  const call = useCall()
  const client = useQueryClient()
  const toPause = (until: Date | null): Pause => ({ until: until?.toISOString() ?? null })
  return useOptimistic<Pause, Date | null, Pause>({
    key,
    write: async until => {
      const saved = await call(setPauseApi, 'PUT', '/api/pause', { body: toPause(until) })
      void client.invalidateQueries({ queryKey: destinationsKey })
      return saved
    },
    apply: (_, until) => toPause(until),
    savedText,
  })
}
