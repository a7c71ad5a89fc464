// Decides when a signed-in session warns, ends and rotates its token.
import { inactivityMs, maxAgeMs, rotationMs, warningMs } from './limits.ts'

export type EndReason = 'inactivity' | 'session_expired' | 'max_session_time'

/** One clock for all tabs; times are in milliseconds since 1970. */
export interface SessionClock {
  signedInAt: number
  rotatedAt: number
  activeAt: number
  /** Why it ended; `sign_out` is the user's own choice. */
  endedFor: EndReason | 'sign_out' | null
}

/**
 * `activity` is any mouse, key, scroll or touch event; `continue` the button of the notice; `tick` occurs every second;
 * `check` every 60 s, when a page is opened, and on waking.
 */
export type ClockEvent = 'activity' | 'continue' | 'tick' | 'check'

export type ClockEffect = { kind: 'end'; reason: EndReason } | { kind: 'rotate' } | { kind: 'extended' }

export const beginClock = (now: number): SessionClock => ({ signedInAt: now, rotatedAt: now, activeAt: now, endedFor: null })

export function advanceClock(before: SessionClock, event: ClockEvent, now: number): { clock: SessionClock; effect: ClockEffect | null } {
  const clock = withoutFuture(before, now)
  if (clock.endedFor) return { clock, effect: null }
  const reason = endReason(clock, event, now)
  if (reason) return { clock: { ...clock, endedFor: reason }, effect: { kind: 'end', reason } }
  const isWarning = remainingMs(clock, now) !== null
  // While the notice is shown, accidental input must not extend the session.
  if (event === 'activity' && !isWarning) return { clock: { ...clock, activeAt: now }, effect: null }
  if (event === 'continue') return { clock: { ...clock, activeAt: now }, effect: isWarning ? { kind: 'extended' } : null }
  // Claimed before it happens, so that another tab does not rotate too.
  if (event === 'check' && now - clock.rotatedAt >= rotationMs) return { clock: { ...clock, rotatedAt: now }, effect: { kind: 'rotate' } }
  return { clock, effect: null }
}

/** The remaining time while the notice is shown, else null. */
export function remainingMs({ activeAt, endedFor }: SessionClock, now: number): number | null {
  const remaining = inactivityMs - Math.max(0, now - activeAt)
  return endedFor || remaining > warningMs ? null : Math.max(0, remaining)
}

/** The limit that was reached first; the age is checked only on `check`. */
function endReason(clock: SessionClock, event: ClockEvent, now: number): EndReason | null {
  const idleEnd = clock.activeAt + inactivityMs
  const ageEnd = clock.signedInAt + maxAgeMs
  if (event === 'check' && now >= ageEnd && ageEnd <= idleEnd) return 'max_session_time'
  if (now >= idleEnd) return 'inactivity'
  return event === 'check' && now >= ageEnd ? 'max_session_time' : null
}

/** The machine's clock may be set back, so no time may be in the future. */
const withoutFuture = (clock: SessionClock, now: number): SessionClock => ({
  ...clock,
  signedInAt: Math.min(clock.signedInAt, now),
  rotatedAt: Math.min(clock.rotatedAt, now),
  activeAt: Math.min(clock.activeAt, now),
})
