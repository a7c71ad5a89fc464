// API call that applies a filter to past email.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { runFilterApi } from '../../../../core/api/filter-trials.ts'
import { useCall } from '../../../session/session.tsx'

export type RunResult = z.output<typeof runFilterApi.answer>

/** The server looks at every email from these days. */
const runMs = 60_000

export function useRunFilter(id: string) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => call(runFilterApi, 'POST', '/api/filters/:id/runs', { params: { id }, body: { days }, timeoutMs: runMs }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['messages'] }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
}
