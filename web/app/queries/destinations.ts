// API calls for the phones that messages go to.
import { useQuery } from '@tanstack/react-query'
import { listDestinationsApi } from '../../../core/api/delivery.ts'
import { useCall } from '../../session/session.tsx'
import { shows, useEvery } from '../live/Live.tsx'

export const destinationsKey = ['destinations']

/** Refetched as phones change; with `everyMs` also polled while the socket is down. */
export function useDestinations(everyMs?: number) {
  const call = useCall()
  const refetchInterval = useEvery(everyMs ?? 0)
  return useQuery({
    queryKey: destinationsKey,
    queryFn: ({ signal }) => call(listDestinationsApi, 'GET', '/api/destinations', { signal }),
    ...shows('destinations'),
    ...(everyMs && { refetchInterval }),
  })
}
