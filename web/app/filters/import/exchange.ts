// What the screen of imports asks and tells the server.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { type Format, readImport } from '../../../../core/api/filter-exchange.ts'
import { addFilters, type FilterDraft, saveList } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session.tsx'

export type Reading = z.output<typeof readImport.answer>

export function useReadImport() {
  const call = useCall()
  return useMutation({
    mutationFn: (body: { format: Format; text: string }) => call(readImport, 'POST', '/api/filters/imports', { body, timeoutMs: 30_000 }),
  })
}

/** Lists first, for the filters look into them. */
export function useTakeIn() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ filters, lists, sureOfMany }: { filters: FilterDraft[]; lists: Reading['lists']; sureOfMany: boolean }) => {
      for (const { name, entries } of lists) {
        await call(saveList, 'PUT', '/api/filters/lists/:name', { params: { name }, body: { entries } })
      }
      return call(addFilters, 'POST', '/api/filters/batches', { body: { filters, sureOfMany } })
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['filters'] }), client.invalidateQueries({ queryKey: ['filter-lists'] })]),
  })
}
