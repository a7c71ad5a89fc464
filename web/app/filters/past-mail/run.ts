// API calls that apply a filter to past email, and follow it until it is done.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listRunsApi, type PastRun, runFilterApi } from '../../../../core/api/filter-trials.ts'
import { useCall } from '../../../session/session.tsx'

const pollMs = 1000

/** `progress` is null until the server says that it takes longer. */
export function useRunFilter(id: string) {
  const call = useCall()
  const client = useQueryClient()
  const [progress, setProgress] = useState<PastRun | null>(null)
  const read = async (run: PastRun) => {
    const { items } = await call(listRunsApi, 'GET', '/api/filters/:id/runs', { params: { id } })
    return items.find(item => item.id === run.id) ?? run
  }
  const mutation = useMutation({
    async mutationFn(days: number) {
      let run = await call(runFilterApi, 'POST', '/api/filters/:id/runs', { params: { id }, body: { days } })
      while (run.state === 'running') {
        setProgress(run)
        await new Promise(done => setTimeout(done, pollMs))
        run = await read(run)
      }
      return run
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['messages'] }), client.invalidateQueries({ queryKey: ['ledger'] })]),
  })
  return { ...mutation, progress }
}
