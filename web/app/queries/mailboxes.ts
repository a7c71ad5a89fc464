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
import { shows, useEvery } from '../live/Live.tsx'
import { liveMs } from './ledger.ts'
import { useOptimistic } from './optimistic.ts'

export const mailboxesKey = ['mailboxes']
/** While one is removed, its page does not ask for it. */
export const removingKey = [...mailboxesKey, 'remove']
/** A server may be slow to refuse; the check has its own deadlines. */
const checkMs = 45_000
/** Proofs of life are no news, and come more often than this. */
export const proofMs = 10_000

export function useMailboxes() {
  const call = useCall()
  return useQuery({
    queryKey: mailboxesKey,
    queryFn: ({ signal }) => call(listMailboxesApi, 'GET', '/api/mailboxes', { signal }),
    ...shows('mailboxes'),
    refetchInterval: useEvery(liveMs, proofMs),
  })
}

export function useAddMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ({ kind: 'imap' } & NewImapMailbox) | { kind: 'address' }) =>
      call(addMailboxApi, 'POST', '/api/mailboxes', { body, timeoutMs: checkMs }),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesKey }),
  })
}

export function useDiscover() {
  const call = useCall()
  return useMutation({
    mutationFn: (address: string) => call(discoverMailboxApi, 'POST', '/api/mailboxes/discoveries', { body: { address } }),
  })
}

export function useCheckMailbox() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: Mailbox) => call(checkMailboxApi, 'POST', '/api/mailboxes/:id/checks', { params: { id }, timeoutMs: checkMs }),
  })
}

export function useChangeMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & z.infer<typeof changeMailboxApi.body>) =>
      call(changeMailboxApi, 'PATCH', '/api/mailboxes/:id', { params: { id }, body, timeoutMs: checkMs }),
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
      items: page.items.map(one => (one.id === id ? { ...one, state: paused ? 'paused' : 'connecting', reason: null } : one)),
    }),
    savedText: ({ mailbox: { address }, paused }) => t(paused ? 'paused' : 'resumed', { address }),
    undo: wish => () => pause.mutate({ ...wish, paused: !wish.paused }),
  })
  return pause
}

export function useRemoveMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationKey: removingKey,
    mutationFn: ({ id, erase }: { id: string; erase: boolean }) =>
      call(removeMailboxApi, 'DELETE', '/api/mailboxes/:id', { params: { id }, query: { erase: erase ? 'yes' : 'no' } }),
    // Its own page must not ask for it once more before it is left.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: mailboxesKey, exact: true })
    },
  })
}
