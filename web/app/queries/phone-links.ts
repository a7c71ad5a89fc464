// API calls for phones: link, renew a code, change, unlink.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  addDestinationApi,
  changeDestinationApi,
  type Destination,
  listDestinationsApi,
  removeDestinationApi,
  renewLinkApi,
} from '../../../core/api/delivery.ts'
import { useCall } from '../../session/session.tsx'
import { destinationsKey } from './destinations.ts'
import { useOptimistic } from './optimistic.ts'

/** Adds a destination that waits for its phone, and returns the linking code. */
export function useLinkPhone() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(addDestinationApi, 'POST', '/api/destinations', { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}

export function useRenewLink() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: Destination) => call(renewLinkApi, 'POST', '/api/destinations/:id/links', { params: { id } }),
  })
}

/** Changes a phone's name, pause, rights or fallback; omitted fields stay as they are. */
export function useChangePhone() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ phone, change }: { phone: Destination; change: z.input<typeof changeDestinationApi.body> }) =>
      call(changeDestinationApi, 'PATCH', '/api/destinations/:id', { params: { id: phone.id }, body: change }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}

type Page = z.output<typeof listDestinationsApi.answer>

/** `savedText` is the toast: until when the phone is paused, or that it is not. */
export function usePausePhone(savedText: (phone: Destination, until: string | null) => string) {
  const call = useCall()
  const pause = useOptimistic<Page, { phone: Destination; until: string | null }, Destination>({
    key: destinationsKey,
    write: ({ phone: { id }, until }) =>
      call(changeDestinationApi, 'PATCH', '/api/destinations/:id', { params: { id }, body: { pausedUntil: until } }),
    apply: (page, { phone: { id }, until }) => ({
      ...page,
      items: page.items.map(destination => (destination.id === id ? { ...destination, pausedUntil: until } : destination)),
    }),
    savedText: ({ phone, until }) => savedText(phone, until),
    undo:
      ({ phone }) =>
      () =>
        pause.mutate({ phone, until: phone.pausedUntil }),
  })
  return pause
}

export function useUnlinkPhone() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Destination) => call(removeDestinationApi, 'DELETE', '/api/destinations/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}
