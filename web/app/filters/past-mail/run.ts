// Tells the server to apply a filter to mail that is kept.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { runFilter } from '../../../../core/api/filter-trials.ts'
import { useCall } from '../../../session.tsx'

export type RunResult = z.output<typeof runFilter.answer>

/** It looks at every mail of these days. */
const runMs = 60_000

export function useRunFilter(id: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => call(runFilter, 'POST', '/api/filters/:id/runs', { params: { id }, body: { days }, timeoutMs: runMs }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['messages'] }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}
