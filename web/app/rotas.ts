// What the screens ask and tell the server about rotas.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addRota, changeRota, listRotas, type RotaDraft, removeRota } from '../../core/api/rotas.ts'
import { useCall } from '../session.tsx'

const rotasKey = ['rotas']

export function useRotas() {
  const call = useCall()
  return useQuery({ queryKey: rotasKey, queryFn: ({ signal }) => call(listRotas, 'GET', '/api/rotas', { signal }) })
}

/** A new one where `id` is null. */
export function useSaveRota() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, draft }: { id: string | null; draft: RotaDraft }) =>
      id === null
        ? call(addRota, 'POST', '/api/rotas', { body: draft })
        : call(changeRota, 'PUT', '/api/rotas/:id', { params: { id }, body: draft }),
    onSettled: () => client.invalidateQueries({ queryKey: rotasKey }),
  })
}

export function useRemoveRota() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeRota, 'DELETE', '/api/rotas/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: rotasKey }),
  })
}
