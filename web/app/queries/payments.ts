// API calls that follow payments: checkouts and invoices.
import { type Query, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { getCheckoutApi, type Invoice, listInvoicesApi } from '../../../core/api/billing.ts'
import { ApiError } from '../../ApiError.ts'
import { fetchFile } from '../../api.ts'
import { useAuth, useCall } from '../../session/session.tsx'

export type Checkout = z.output<typeof getCheckoutApi.answer>

const firstPollMs = 1000
const longestPollMs = 5000

/** After a failed payment another card can be tried on the same page. */
const isFinal = ({ state }: Checkout): boolean => state === 'done' || state === 'expired'

/** Polls until the state is final: after a second at first, and less often later. While the browser is offline it pauses. */
export function useCheckout(id: string | null) {
  const call = useCall()
  return useQuery({
    queryKey: ['checkouts', id],
    queryFn: ({ signal }) => call(getCheckoutApi, 'GET', '/api/checkouts/:id', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    retry: false,
    refetchInterval: ({ state }: Query<Checkout>) =>
      isUnknown(state.error) || (state.data && isFinal(state.data)) ? false : pollDelayMs(state),
    refetchIntervalInBackground: true,
  })
}

/** There is no such checkout, and asking again would not change that. */
export const isUnknown = (error: Error | null): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

export const pollDelayMs = ({ dataUpdateCount, errorUpdateCount }: { dataUpdateCount: number; errorUpdateCount: number }): number =>
  Math.min(longestPollMs, firstPollMs * 1.25 ** (dataUpdateCount + errorUpdateCount - 1))

const pageSize = 12

/** Newest first, more on demand. */
export function useInvoices() {
  const call = useCall()
  return useInfiniteQuery({
    queryKey: ['invoices'],
    queryFn: ({ pageParam, signal }) =>
      call(listInvoicesApi, 'GET', '/api/invoices', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })
}

/** Fetched with the session, which a plain link cannot do, and then saved like any download. */
export function useInvoiceDownload() {
  const { bearer } = useAuth()
  return useMutation({
    mutationFn: async ({ id, number }: Invoice) => {
      const file = await fetchFile(`/api/invoices/${id}/file`, await bearer())
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `${number ?? id}.${file.type === 'application/pdf' ? 'pdf' : 'html'}`
      link.click()
      URL.revokeObjectURL(link.href)
    },
  })
}
