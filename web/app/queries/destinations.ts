// API calls for the phones that receive messages.
import { useQuery } from '@tanstack/react-query'
import { listDestinationsApi } from '../../../core/api/delivery.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'

export const destinationsKey = ['destinations']

/** Refetched as phones change; with `pollMs` also polled while the socket is down. */
export function useDestinations(pollMs?: number) {
  const call = useCall()
  const refetchInterval = usePollInterval(pollMs ?? 0)
  return useQuery({
    queryKey: destinationsKey,
    queryFn: ({ signal }) => call(listDestinationsApi, 'GET', '/api/destinations', { signal }),
    ...refetchOn('destinations'),
    ...(pollMs && { refetchInterval }),
  })
}
