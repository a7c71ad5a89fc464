// What the screens ask and tell the server about e-mail accounts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  addMailbox,
  changeMailbox,
  checkMailbox,
  discoverMailbox,
  listMailboxes,
  type Mailbox,
  type NewImapMailbox,
  removeMailbox,
} from '../../core/api/mail.ts'
import { useCall } from '../session.tsx'
import { useWords } from '../words.tsx'
import { liveMs } from './ledger.ts'
import { shows, useEvery } from './live/Live.tsx'
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
    queryFn: ({ signal }) => call(listMailboxes, 'GET', '/api/mailboxes', { signal }),
    ...shows('mailboxes'),
    refetchInterval: useEvery(liveMs, proofMs),
  })
}

export function useAddMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ({ kind: 'imap' } & NewImapMailbox) | { kind: 'address' }) =>
      call(addMailbox, 'POST', '/api/mailboxes', { body, timeoutMs: checkMs }),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesKey }),
  })
}

export function useDiscover() {
  const call = useCall()
  return useMutation({
    mutationFn: (address: string) => call(discoverMailbox, 'POST', '/api/mailboxes/discoveries', { body: { address } }),
  })
}

export function useCheckMailbox() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: Mailbox) => call(checkMailbox, 'POST', '/api/mailboxes/:id/checks', { params: { id }, timeoutMs: checkMs }),
  })
}

export function useChangeMailbox() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & z.infer<typeof changeMailbox.body>) =>
      call(changeMailbox, 'PATCH', '/api/mailboxes/:id', { params: { id }, body, timeoutMs: checkMs }),
    onSettled: () => client.invalidateQueries({ queryKey: mailboxesKey }),
  })
}

type Page = z.output<typeof listMailboxes.answer>

export function usePauseMailbox() {
  const call = useCall()
  const t = useWords('accounts')
  const pause = useOptimistic<Page, { mailbox: Mailbox; paused: boolean }, Mailbox>({
    key: mailboxesKey,
    write: ({ mailbox: { id }, paused }) => call(changeMailbox, 'PATCH', '/api/mailboxes/:id', { params: { id }, body: { paused } }),
    apply: (page, { mailbox: { id }, paused }) => ({
      ...page,
      items: page.items.map(one => (one.id === id ? { ...one, state: paused ? 'paused' : 'connecting', reason: null } : one)),
    }),
    said: ({ mailbox: { address }, paused }) => t(paused ? 'paused' : 'resumed', { address }),
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
      call(removeMailbox, 'DELETE', '/api/mailboxes/:id', { params: { id }, query: { erase: erase ? 'yes' : 'no' } }),
    // Its own page must not ask for it once more before it is left.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: mailboxesKey, exact: true })
    },
  })
}
