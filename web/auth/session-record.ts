// The session's timestamps in local storage, which survive a reload and are shared by all tabs.
import { z } from 'zod/mini'
import { beginClock, type SessionClock } from '../../core/session/clock.ts'

export const recordKey = 'mailferry-session'

const SessionRecord = z.object({
  sessionId: z.string(),
  signedInAt: z.number(),
  rotatedAt: z.number(),
  activeAt: z.number(),
  endedFor: z.nullable(z.enum(['inactivity', 'session_expired', 'max_session_time', 'sign_out'])),
})
type SessionRecord = z.output<typeof SessionRecord>

/** The stored clock of this session, or a new one that starts now. */
export function loadClock(sessionId: string, now: number): SessionClock {
  const stored = readRecord()
  if (stored?.sessionId === sessionId) return stored
  const clock = beginClock(now)
  saveClock(sessionId, clock)
  return clock
}

export function readRecord(): SessionRecord | null {
  try {
    return SessionRecord.parse(JSON.parse(localStorage.getItem(recordKey) ?? 'null'))
  } catch {
    return null
  }
}

export const saveClock = (sessionId: string, clock: SessionClock): void =>
  localStorage.setItem(recordKey, JSON.stringify({ ...clock, sessionId }))
