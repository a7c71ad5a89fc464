// Follows the log live, newest first, until it is paused, left, or has been open for half an hour.
import { useEffect, useState } from 'react'
import { type LogFilters, type LogItem, tailLogsApi } from '../../../core/api/admin/logs.ts'
import { ApiError } from '../../ApiError.ts'
import { useStream } from '../../session/session.tsx'
import { logsQuery } from './filter-url.ts'

interface LogTail {
  rows: LogItem[]
  state: 'connecting' | 'following' | 'ended' | 'failed'
  error: unknown
}

const maxRows = 500
/** A little longer than the server lets it be open. */
const timeoutMs = 31 * 60_000
const nothing: LogTail = { rows: [], state: 'connecting', error: null }

/** Keeps its rows while it is paused; connects again with each `attempt`. */
export function useLogTail(filters: LogFilters, isFollowing: boolean, attempt: number): LogTail {
  const stream = useStream()
  const [tail, setTail] = useState<LogTail>(nothing)
  const path = logsQuery('/api/admin/logs/tail', filters)
  useEffect(() => {
    if (!isFollowing) return undefined
    const controller = new AbortController()
    void follow(controller.signal)
    async function follow(signal: AbortSignal) {
      try {
        for await (const line of stream(tailLogsApi.answer, path, { signal, timeoutMs })) {
          if (signal.aborted) return
          if (line.kind === 'refused') throw new ApiError(400, line.code, line.message)
          if (line.kind === 'ended') return setTail(current => ({ ...current, state: 'ended' }))
          const added = line.kind === 'entry' ? [line.entry] : []
          setTail(current => ({ rows: [...added, ...current.rows].slice(0, maxRows), state: 'following', error: null }))
        }
        throw new ApiError(0, 'no_answer', 'no_answer')
      } catch (error) {
        if (!signal.aborted) setTail(current => ({ ...current, state: 'failed', error }))
      }
    }
    return () => controller.abort()
  }, [stream, path, isFollowing, attempt])
  return tail
}
