// Verifies the log on request, and reports the progress.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type LogVerification, verifyLogsApi } from '../../../core/api/admin/logs.ts'
import { ApiError } from '../../ApiError.ts'
import { useStream } from '../../session/session.tsx'

export interface LogVerificationRun {
  /** Null while nothing is compared. */
  progress: { checked: number; entries: number } | null
  result: LogVerification | null
  error: unknown
}

const timeoutMs = 30 * 60_000
const idle: LogVerificationRun = { progress: null, result: null, error: null }

export function useLogVerification(): LogVerificationRun & { start(): void } {
  const stream = useStream()
  const queries = useQueryClient()
  const [run, setRun] = useState(idle)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const start = async () => {
    const running = new AbortController()
    controller.current = running
    setRun({ ...idle, progress: { checked: 0, entries: 0 } })
    try {
      for await (const line of stream(verifyLogsApi.answer, '/api/admin/logs/chain/verification', { signal: running.signal, timeoutMs })) {
        if (line.kind === 'refused') throw new ApiError(400, line.code, line.message)
        if (line.kind === 'progress') setRun({ ...idle, progress: line })
        else setRun({ ...idle, result: line.result })
      }
      await queries.invalidateQueries({ queryKey: ['admin', 'logs', 'chain'] })
    } catch (error) {
      if (!running.signal.aborted) setRun({ ...idle, error })
    }
  }
  return { ...run, start: () => void start() }
}
