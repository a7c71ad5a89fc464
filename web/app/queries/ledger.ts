// API calls for the sum of all email and the latest deliveries.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getLedgerApi, listMessagesApi, type MessageLine } from '../../../core/api/ledger.ts'
import { useCall } from '../../session/session.tsx'
import { shows, useEvery } from '../live/Live.tsx'

export const liveMs = 3000

/** The sum of the last `days` days, refetched as it changes, or every 3 s while the page is visible. */
export function useLedger(days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days],
    queryFn: ({ signal }) => call(getLedgerApi, 'GET', '/api/ledger', { query: { days }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
    placeholderData: keepPreviousData,
  })
}

/** The newest forwarded emails in any state; undefined until loaded. */
export function useCrossings(limit: number): MessageLine[] | undefined {
  const call = useCall()
  const answer = useQuery({
    queryKey: ['messages', 'crossing', limit],
    queryFn: ({ signal }) => call(listMessagesApi, 'GET', '/api/messages', { query: { state: 'crossing', limit }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
  return answer.data?.items
}
