// The clock of a signed-in session: when it warns, when it ends and when it is rotated, as one pure decision.
import { inactivityMs, maxAgeMs, rotationMs, warningMs } from './limits.ts'

export type EndReason = 'inactivity' | 'session_expired' | 'max_session_time'

/** One clock for all tabs; times are milliseconds since 1970. */
export interface SessionClock {
  signedInAt: number
  rotatedAt: number
  activeAt: number
  /** Why it is over; `sign_out` is the person's own wish. */
  endedFor: EndReason | 'sign_out' | null
}

/**
 * `activity` is any mouse, key, scroll or touch; `continue` is the button of the notice; `tick` comes each second;
 * `check` comes each 60 s, when a page is opened, and on waking.
 */
export type ClockEvent = 'activity' | 'continue' | 'tick' | 'check'

export type ClockEffect = { kind: 'end'; reason: EndReason } | { kind: 'rotate' } | { kind: 'extended' }

export const beginClock = (now: number): SessionClock => ({ signedInAt: now, rotatedAt: now, activeAt: now, endedFor: null })

export function turn(given: SessionClock, event: ClockEvent, now: number): { clock: SessionClock; effect: ClockEffect | null } {
  const clock = notAhead(given, now)
  if (clock.endedFor) return { clock, effect: null }
  const reason = endOf(clock, event, now)
  if (reason) return { clock: { ...clock, endedFor: reason }, effect: { kind: 'end', reason } }
  const isWarning = leftMs(clock, now) !== null
  // While the notice is shown, somebody who happens to touch the table must not pass for the person.
  if (event === 'activity' && !isWarning) return { clock: { ...clock, activeAt: now }, effect: null }
  if (event === 'continue') return { clock: { ...clock, activeAt: now }, effect: isWarning ? { kind: 'extended' } : null }
  // Claimed before it is done, so that another tab does not rotate as well.
  if (event === 'check' && now - clock.rotatedAt >= rotationMs) return { clock: { ...clock, rotatedAt: now }, effect: { kind: 'rotate' } }
  return { clock, effect: null }
}

/** What is left until the end while the notice is shown, else null. */
export function leftMs({ activeAt, endedFor }: SessionClock, now: number): number | null {
  const left = inactivityMs - Math.max(0, now - activeAt)
  return endedFor || left > warningMs ? null : Math.max(0, left)
}

/** The limit that was passed first; the age is judged at checks alone. */
function endOf(clock: SessionClock, event: ClockEvent, now: number): EndReason | null {
  const idleEnd = clock.activeAt + inactivityMs
  const ageEnd = clock.signedInAt + maxAgeMs
  if (event === 'check' && now >= ageEnd && ageEnd <= idleEnd) return 'max_session_time'
  if (now >= idleEnd) return 'inactivity'
  return event === 'check' && now >= ageEnd ? 'max_session_time' : null
}

/** A machine's clock may be set back: nothing has happened in the future. */
const notAhead = (clock: SessionClock, now: number): SessionClock => ({
  ...clock,
  signedInAt: Math.min(clock.signedInAt, now),
  rotatedAt: Math.min(clock.rotatedAt, now),
  activeAt: Math.min(clock.activeAt, now),
})
