// API calls for the page of one email account.
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getLedgerApi } from '../../../../core/api/ledger.ts'
import { getMailboxApi, listMailboxEventsApi, listServerFoldersApi } from '../../../../core/api/mail.ts'
import { useCall } from '../../../session/session.tsx'
import { refetchOn, usePollInterval } from '../../live/LiveUpdates.tsx'
import { pollMs } from '../../queries/ledger.ts'
import { heartbeatMs, mailboxesKey, removeMutationKey } from '../../queries/mailboxes.ts'

/** A server that is slow to list its folders has its own deadlines. */
const folderListMs = 45_000

export function useMailbox(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'one', id],
    queryFn: ({ signal }) => call(getMailboxApi, 'GET', '/api/mailboxes/:id', { params: { id }, signal }),
    ...refetchOn('mailboxes'),
    refetchInterval: useUnlessRemoving(usePollInterval(pollMs, heartbeatMs)),
  })
}

export function useMailboxEvents(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'events', id],
    queryFn: ({ signal }) => call(listMailboxEventsApi, 'GET', '/api/mailboxes/:id/events', { params: { id }, signal }),
    ...refetchOn('mailboxes'),
    refetchInterval: useUnlessRemoving(usePollInterval(3 * pollMs, heartbeatMs)),
  })
}

/** While the account is being removed, there is nothing left to fetch. */
const useUnlessRemoving = (ms: number): number | false => (useIsMutating({ mutationKey: removeMutationKey }) > 0 ? false : ms)

/** The server's current folders. Each call connects to the server, so it doubles as a connection test. */
export function useServerFolders(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...mailboxesKey, 'folders', id],
    queryFn: ({ signal }) =>
      call(listServerFoldersApi, 'GET', '/api/mailboxes/:id/folders', { params: { id }, signal, timeoutMs: folderListMs }),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** The totals of one account for the last `days` days. */
export function useMailboxTotals(mailboxId: string, days: number) {
  const call = useCall()
  return useQuery({
    queryKey: ['ledger', days, mailboxId],
    queryFn: ({ signal }) => call(getLedgerApi, 'GET', '/api/ledger', { query: { days, mailboxId }, signal }),
    ...refetchOn('messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
}
