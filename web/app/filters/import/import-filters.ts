// API calls for importing filters.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { type Format, readImportApi } from '../../../../core/api/filter-exchange.ts'
import { addFiltersApi, type FilterDraft, saveListApi } from '../../../../core/api/filters.ts'
import { useCall } from '../../../session/session.tsx'

export type ParsedImport = z.output<typeof readImportApi.answer>

export function useParseImport() {
  const call = useCall()
  return useMutation({
    mutationFn: (body: { format: Format; text: string }) =>
      call(readImportApi, 'POST', '/api/filters/imports', { body, timeoutMs: 30_000 }),
  })
}

/** Saves the lists first, since the filters refer to them. */
export function useImportFilters() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ filters, lists, sureOfMany }: { filters: FilterDraft[]; lists: ParsedImport['lists']; sureOfMany: boolean }) => {
      for (const { name, entries } of lists) {
        await call(saveListApi, 'PUT', '/api/filters/lists/:name', { params: { name }, body: { entries } })
      }
      return call(addFiltersApi, 'POST', '/api/filters/batches', { body: { filters, sureOfMany } })
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['filters'] }), client.invalidateQueries({ queryKey: ['filter-lists'] })]),
  })
}
