// What the screens ask the server about the sum and the latest crossings.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getLedger, listMessages, type MessageLine } from '../../core/api/ledger.ts'
import { useCall } from '../session.tsx'
import { shows, useEvery } from './live/Live.tsx'

export const liveMs = 3000

/** The sum of the last `days` days, asked again as it changes, or every 3 s while the page is seen. */
export function useLedger(days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days],
    queryFn: ({ signal }) => call(getLedger, 'GET', '/api/ledger', { query: { days }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
    placeholderData: keepPreviousData,
  })
}

/** The newest mails that cross or crossed, of whatever standing; undefined until they are read. */
export function useCrossings(limit: number): MessageLine[] | undefined {
  const call = useCall()
  const answer = useQuery({
    queryKey: ['messages', 'crossing', limit],
    queryFn: ({ signal }) => call(listMessages, 'GET', '/api/messages', { query: { standing: 'crossing', limit }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
  return answer.data?.items
}
