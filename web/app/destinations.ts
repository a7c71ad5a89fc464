// What the screens ask the server about the phones that mail goes to.
import { useQuery } from '@tanstack/react-query'
import { listDestinations } from '../../core/api/delivery.ts'
import { useCall } from '../session.tsx'

export const destinationsKey = ['destinations']

export function useDestinations(everyMs?: number) {
  const call = useCall()
  return useQuery({
    queryKey: destinationsKey,
    queryFn: ({ signal }) => call(listDestinations, 'GET', '/api/destinations', { signal }),
    ...(everyMs && { refetchInterval: everyMs }),
  })
}
