// API calls for the email totals and the latest deliveries.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getLedgerApi, listMessagesApi, type MessageLine } from '../../../core/api/ledger.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'

export const pollMs = 3000

/** The totals for the last `days` days, refetched when they change, or every 3 s while the page is visible. */
export function useLedger(days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days],
    queryFn: ({ signal }) => call(getLedgerApi, 'GET', '/api/ledger', { query: { days }, signal }),
    ...refetchOn('messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
    placeholderData: keepPreviousData,
  })
}

/** The newest forwarded emails in any state; undefined until loaded. */
export function useLatestDeliveries(limit: number): MessageLine[] | undefined {
  const call = useCall()
  const result = useQuery({
    queryKey: ['messages', 'latest', limit],
    queryFn: ({ signal }) => call(listMessagesApi, 'GET', '/api/messages', { query: { state: 'matched', limit }, signal }),
    ...refetchOn('messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
  return result.data?.items
}
