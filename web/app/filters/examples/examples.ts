// API call that derives a filter from example emails.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findExampleApi } from '../../../../core/api/filter-trials.ts'
import { useCall } from '../../../session/session.tsx'

export const maxExamples = 5
/** The server looks at every stored email. */
const findMs = 30_000

export function useExample(messageIds: string[]) {
  const call = useCall()
  const picked = messageIds.toSorted()
  return useQuery({
    queryKey: ['filter-example', ...picked],
    queryFn: ({ signal }) =>
      call(findExampleApi, 'POST', '/api/filters/examples', { body: { messageIds: picked }, signal, timeoutMs: findMs }),
    enabled: picked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}
