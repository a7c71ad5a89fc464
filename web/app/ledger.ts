// What the screens ask the server about the sum and the latest crossings.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { getLedger, listMessages, type MessageLine } from '../../core/api/ledger.ts'
import { useCall } from '../session.tsx'

export const liveMs = 3000

/** The sum of the last `days` days, asked again every 3 s while the page is seen. */
export function useLedger(days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days],
    queryFn: ({ signal }) => call(getLedger, 'GET', '/api/ledger', { query: { days }, signal }),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  })
}

const crossing = ['under_way', 'held', 'failed', 'forwarded'] as const

/** The newest mails that cross or crossed, of whatever standing; undefined until all are read. */
export function useCrossings(limit: number): MessageLine[] | undefined {
  const call = useCall()
  const answers = useQueries({
    queries: crossing.map(standing => ({
      queryKey: ['messages', standing, limit],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(listMessages, 'GET', '/api/messages', { query: { standing, limit }, signal }),
      refetchInterval: liveMs,
    })),
  })
  if (answers.some(answer => !answer.data)) return undefined
  const lines = new Map(answers.flatMap(answer => answer.data?.items ?? []).map(line => [line.id, line]))
  return [...lines.values()].toSorted((a, b) => b.arrivedAt.localeCompare(a.arrivedAt)).slice(0, limit)
}
