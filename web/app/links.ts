// What the WhatsApp screen tells the server: link a phone, renew its code, change it, unlink it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { addDestination, changeDestination, type Destination, removeDestination, renewLink } from '../../core/api/delivery.ts'
import { useCall } from '../session.tsx'
import { destinationsKey } from './destinations.ts'

/** Makes a destination that waits for its phone; answers with the code. */
export function useLinkPhone() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(addDestination, 'POST', '/api/destinations', { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}

export function useRenewLink() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: Destination) => call(renewLink, 'POST', '/api/destinations/:id/links', { params: { id } }),
  })
}

/** Its name, its rest, or where its mail goes otherwise; what is left out stays. */
export function useChangePhone() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ phone, change }: { phone: Destination; change: z.input<typeof changeDestination.body> }) =>
      call(changeDestination, 'PATCH', '/api/destinations/:id', { params: { id: phone.id }, body: change }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}

export function useUnlink() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Destination) => call(removeDestination, 'DELETE', '/api/destinations/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: destinationsKey }),
  })
}
