// API calls for on-call rotas.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addRotaApi, changeRotaApi, listRotasApi, type RotaDraft, removeRotaApi } from '../../../core/api/rotas.ts'
import { useCall } from '../../session/session.tsx'

const rotasKey = ['rotas']

export function useRotas() {
  const call = useCall()
  return useQuery({ queryKey: rotasKey, queryFn: ({ signal }) => call(listRotasApi, 'GET', '/api/rotas', { signal }) })
}

/** Adds a new rota if `id` is null. */
export function useSaveRota() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, draft, was }: { id: string | null; draft: RotaDraft; was?: RotaDraft | undefined }) =>
      id === null
        ? call(addRotaApi, 'POST', '/api/rotas', { body: draft })
        : call(changeRotaApi, 'PUT', '/api/rotas/:id', { params: { id }, body: { ...draft, ...(was && { was }) } }),
    onSettled: () => client.invalidateQueries({ queryKey: rotasKey }),
  })
}

export function useRemoveRota() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeRotaApi, 'DELETE', '/api/rotas/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: rotasKey }),
  })
}
