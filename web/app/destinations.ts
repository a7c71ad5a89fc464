// What the screens ask the server about the phones that mail goes to.
import { useQuery } from '@tanstack/react-query'
import { listDestinations } from '../../core/api/delivery.ts'
import { useCall } from '../session.tsx'
import { shows, useEvery } from './live/Live.tsx'

export const destinationsKey = ['destinations']

/** Asked again as phones change; with `everyMs` also so often while nothing is heard. */
export function useDestinations(everyMs?: number) {
  const call = useCall()
  const refetchInterval = useEvery(everyMs ?? 0)
  return useQuery({
    queryKey: destinationsKey,
    queryFn: ({ signal }) => call(listDestinations, 'GET', '/api/destinations', { signal }),
    ...shows('destinations'),
    ...(everyMs && { refetchInterval }),
  })
}
