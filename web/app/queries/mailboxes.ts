// API calls for email accounts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  addMailboxApi,
  changeMailboxApi,
  checkMailboxApi,
  discoverMailboxApi,
  listMailboxesApi,
  type Mailbox,
  type NewImapMailbox,
  removeMailboxApi,
} from '../../../core/api/mail.ts'
import { useCall } from '../../session/session.tsx'
import { useWords } from '../../words/words.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'
import { pollMs } from './ledger.ts'
import { useOptimistic } from './optimistic.ts'

export const mailboxesKey = ['mailboxes']
/** While an account is being removed, its page does not refetch it. */
export const removeMutationKey = [...mailboxesKey, 'remove']
/** A server may be slow to refuse; the connection test has its own deadlines. */
const connectionTestMs = 45_000
/** Heartbeats change nothing on screen and arrive more often than this. */
export const heartbeatMs = 10_000

export function useMailboxes() {
  const call = useCall()
  return useQuery({
    queryKey: mailboxesKey,
    queryFn: ({ signal }) => call(listMailboxesApi, 'GET', '/api/mailboxes', { signal }),
    ...refetchOn('mailboxes'),
    refetchInterval: usePollInterval(pollMs, heartbeatMs),
  })
}

export function useAddMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ({ kind: 'imap' } & NewImapMailbox) | { kind: 'address' }) =>
      call(addMailboxApi, 'POST', '/api/mailboxes', { body, timeoutMs: connectionTestMs }),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesKey }),
  })
}

export function useDiscoverSettings() {
  const call = useCall()
  return useMutation({
    mutationFn: (address: string) => call(discoverMailboxApi, 'POST', '/api/mailboxes/discoveries', { body: { address } }),
  })
}

export function useCheckMailbox() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: Mailbox) =>
      call(checkMailboxApi, 'POST', '/api/mailboxes/:id/checks', { params: { id }, timeoutMs: connectionTestMs }),
  })
}

export function useChangeMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & z.infer<typeof changeMailboxApi.body>) =>
      call(changeMailboxApi, 'PATCH', '/api/mailboxes/:id', { params: { id }, body, timeoutMs: connectionTestMs }),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesKey }),
  })
}

type Page = z.output<typeof listMailboxesApi.answer>

export function usePauseMailbox() {
  const call = useCall()
  const t = useWords('accounts')
  const pause = useOptimistic<Page, { mailbox: Mailbox; paused: boolean }, Mailbox>({
    key: mailboxesKey,
    write: ({ mailbox: { id }, paused }) => call(changeMailboxApi, 'PATCH', '/api/mailboxes/:id', { params: { id }, body: { paused } }),
    apply: (page, { mailbox: { id }, paused }) => ({
      ...page,
      items: page.items.map(other => (other.id === id ? { ...other, state: paused ? 'paused' : 'connecting', reason: null } : other)),
    }),
    savedText: ({ mailbox: { address }, paused }) => t(paused ? 'paused' : 'resumed', { address }),
    undo: request => () => pause.mutate({ ...request, paused: !request.paused }),
  })
  return pause
}

export function useRemoveMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationKey: removeMutationKey,
    mutationFn: ({ id, erase }: { id: string; erase: boolean }) =>
      call(removeMailboxApi, 'DELETE', '/api/mailboxes/:id', { params: { id }, query: { erase: erase ? 'yes' : 'no' } }),
    // Its own page must not refetch it again before the person leaves the page.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: mailboxesKey, exact: true })
    },
  })
}
