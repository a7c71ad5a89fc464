// Runs the checks and collects each finding as it comes.
import { useCallback, useEffect, useState } from 'react'
import { DiagnosticsLine } from '../../../core/api/admin/diagnostics.ts'
import type { AdminFinding } from '../../../core/api/admin/finding.ts'
import { ApiError } from '../../ApiError.ts'
import { useStream } from '../../session/session.tsx'

export interface DiagnosticsRun {
  phase: 'running' | 'done' | 'failed'
  findings: AdminFinding[]
  /** When the last check was made. */
  at: string | null
  error: unknown
}

/** Every check has a limit of its own; all of them take less than this. */
const timeoutMs = 180_000
const nothing: DiagnosticsRun = { phase: 'running', findings: [], at: null, error: null }

/** Starts at once; `start` runs the checks again. */
export function useDiagnostics(): { run: DiagnosticsRun; start(): void } {
  const stream = useStream()
  const [run, setRun] = useState<DiagnosticsRun>(nothing)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      setRun(nothing)
      try {
        for await (const line of stream(DiagnosticsLine, '/api/admin/diagnostics', { signal, timeoutMs })) {
          if (line.kind === 'refused') throw new ApiError(0, line.code, line.message)
          setRun(last =>
            line.kind === 'done' ? { ...last, phase: 'done', at: line.at } : { ...last, findings: [...last.findings, line.finding] },
          )
        }
        setRun(last => (last.phase === 'done' ? last : { ...last, phase: 'failed', error: new ApiError(0, 'no_answer', 'no_answer') }))
      } catch (error) {
        if (!signal.aborted) setRun(last => ({ ...last, phase: 'failed', error }))
      }
    }
    void read()
    return () => controller.abort()
  }, [stream, attempt])
  return { run, start: useCallback(() => setAttempt(count => count + 1), []) }
}
