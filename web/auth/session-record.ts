// The session's timestamps in local storage, which survive a reload and are shared by all tabs.
import { z } from 'zod/mini'
import { beginClock, type SessionClock } from '../../core/session/clock.ts'

export const recordKey = 'mailferry-session'

const Record = z.object({
  sessionId: z.string(),
  signedInAt: z.number(),
  rotatedAt: z.number(),
  activeAt: z.number(),
  endedFor: z.nullable(z.enum(['inactivity', 'session_expired', 'max_session_time', 'sign_out'])),
})
type Record = z.output<typeof Record>

/** The clock of this session; a session that has none begins now. */
export function openClock(sessionId: string, now: number): SessionClock {
  const kept = readRecord()
  if (kept?.sessionId === sessionId) return kept
  const clock = beginClock(now)
  saveClock(sessionId, clock)
  return clock
}

export function readRecord(): Record | null {
  try {
    return Record.parse(JSON.parse(localStorage.getItem(recordKey) ?? 'null'))
  } catch {
    return null
  }
}

export const saveClock = (sessionId: string, clock: SessionClock): void =>
  localStorage.setItem(recordKey, JSON.stringify({ ...clock, sessionId }))
