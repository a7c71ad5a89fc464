// Tries the draft on the mail that is kept, while it is written: a quarter of a second after the last change, the older trial given up.
import { useEffect, useState } from 'react'
import { TrialLine } from '../../../../core/api/filter-trials.ts'
import type { Action } from '../../../../core/filters/action.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { ApiError } from '../../../ApiError.ts'
import { useStream } from '../../../session.tsx'
import { asStale, noTrial, type Trial, withLine } from './trial.ts'

const restMs = 250

/** `condition` null: nothing is said yet. `retry` tries the same again. */
export function useTrial(filterId: string | null, condition: Condition | null, actions: Action[]): { trial: Trial; retry(): void } {
  const ask = useStream()
  const [trial, setTrial] = useState<Trial>(noTrial)
  const [tries, setTries] = useState(0)
  const body = condition && JSON.stringify({ filterId, condition, actions })
  useEffect(() => {
    if (body === null) return setTrial(noTrial)
    const stopping = new AbortController()
    setTrial(asStale)
    const timer = setTimeout(() => void run(body, stopping.signal), restMs)
    async function run(text: string, signal: AbortSignal) {
      let next: Trial = { ...noTrial, phase: 'running' }
      try {
        for await (const line of ask(TrialLine, '/api/filters/trials', { body: JSON.parse(text), signal })) {
          if (signal.aborted) return
          next = withLine(next, line)
          setTrial(next)
        }
        if (next.phase === 'running') throw new ApiError(0, 'no_answer', 'no_answer')
      } catch (error) {
        if (!signal.aborted) setTrial({ ...noTrial, ...failed(error) })
      }
    }
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [ask, body, tries])
  return { trial, retry: () => setTries(count => count + 1) }
}

function failed(error: unknown): Partial<Trial> {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'unexpected_answer'
  return isRefused ? { phase: 'refused', refusal: error.message } : { phase: 'failed', error }
}
