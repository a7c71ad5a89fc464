// Runs the edited filter on stored email, debounced; a newer trial cancels the older one.
import { useEffect, useState } from 'react'
import { TrialLine } from '../../../../core/api/filter-trials.ts'
import type { Action } from '../../../../core/filters/action.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { ApiError } from '../../../ApiError.ts'
import { useStream } from '../../../session/session.tsx'
import { addTrialLine, noTrial, type Trial, toStale } from './trial.ts'

const debounceMs = 250

/** `condition` is null while the filter is empty. `retry` repeats the same trial. */
export function useTrial(filterId: string | null, condition: Condition | null, actions: Action[]): { trial: Trial; retry(): void } {
  const stream = useStream()
  const [attempt, setAttempt] = useState(0)
  const [last, setLast] = useState<{ key: string | null; trial: Trial }>({ key: null, trial: noTrial })
  const body = condition && JSON.stringify({ filterId, condition, actions })
  const key = body && `${attempt} ${body}`
  useEffect(() => {
    if (body === null) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => void run(body, controller.signal), debounceMs)
    async function run(text: string, signal: AbortSignal) {
      let trial: Trial = { ...noTrial, phase: 'running' }
      try {
        for await (const line of stream(TrialLine, '/api/filters/trials', { body: JSON.parse(text), signal })) {
          if (signal.aborted) return
          trial = addTrialLine(trial, line)
          setLast({ key, trial })
        }
        if (trial.phase === 'running') throw new ApiError(0, 'no_answer', 'no_answer')
      } catch (error) {
        if (!signal.aborted) setLast({ key, trial: { ...noTrial, ...toFailure(error) } })
      }
    }
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [stream, body, key])
  const trial = key === null ? noTrial : last.key === key ? last.trial : toStale(last.trial)
  return { trial, retry: () => setAttempt(count => count + 1) }
}

function toFailure(error: unknown): Partial<Trial> {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'unexpected_answer'
  return isRefused ? { phase: 'refused', refusal: error.message } : { phase: 'failed', error }
}
