// API calls of the page of one email account.
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getLedgerApi } from '../../../../core/api/ledger.ts'
import { getMailboxApi, listMailboxEventsApi, listServerFoldersApi } from '../../../../core/api/mail.ts'
import { useCall } from '../../../session/session.tsx'
import { shows, useEvery } from '../../live/Live.tsx'
import { liveMs } from '../../queries/ledger.ts'
import { mailboxesKey, proofMs, removingKey } from '../../queries/mailboxes.ts'

/** A server that is slow to list its folders has its own deadlines. */
const foldersMs = 45_000

export function useMailbox(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'one', id],
    queryFn: ({ signal }) => call(getMailboxApi, 'GET', '/api/mailboxes/:id', { params: { id }, signal }),
    ...shows('mailboxes'),
    refetchInterval: useLiveMs(useEvery(liveMs, proofMs)),
  })
}

export function useMailboxEvents(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'events', id],
    queryFn: ({ signal }) => call(listMailboxEventsApi, 'GET', '/api/mailboxes/:id/events', { params: { id }, signal }),
    ...shows('mailboxes'),
    refetchInterval: useLiveMs(useEvery(3 * liveMs, proofMs)),
  })
}

/** While the account is removed there is nothing left to ask for. */
const useLiveMs = (ms: number): number | false => (useIsMutating({ mutationKey: removingKey }) > 0 ? false : ms)

/** The folders that the server has now; it is asked each time, and counts as a test. */
export function useServerFolders(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'folders', id],
    queryFn: ({ signal }) =>
      call(listServerFoldersApi, 'GET', '/api/mailboxes/:id/folders', { params: { id }, signal, timeoutMs: foldersMs }),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** The sum of one account's mail in the last `days` days. */
export function useMailboxSum(mailboxId: string, days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days, mailboxId],
    queryFn: ({ signal }) => call(getLedgerApi, 'GET', '/api/ledger', { query: { days, mailboxId }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}
