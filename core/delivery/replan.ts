// Decides what to do with a message that has not reached its phone: send it again, or use the user's fallback.
import type { Fallback } from './fallback.ts'
import type { State } from './states.ts'

/** `changedAt`: when it entered its state. */
export interface Undelivered {
  state: State
  reason: string | null
  attempts: number
  changedAt: Date
  fallback: Fallback | null
}

/** `mark_late`: it may still arrive, and the owner sees that it is late. */
export type Replan = { action: 'retry' } | { action: 'use_fallback'; fallback: Fallback } | { action: 'mark_late' } | { action: 'none' }

/** How often an email with a transient failure is sent in all; the wait grows by `waitMs` with each attempt, up to `longestMs`: about ten hours without a fallback. */
export const transientRetry = { maxTries: 48, triesBeforeFallback: 5, waitMs: 60_000, longestMs: 15 * 60_000 }

export function decideReplan(delivery: Undelivered, now: Date): Replan {
  const { state, attempts, changedAt, fallback } = delivery
  const maxTries = fallback ? transientRetry.triesBeforeFallback : transientRetry.maxTries
  if (state === 'failed' && isTransient(delivery) && attempts < maxTries) {
    // Meta may still report it as delivered, so each retry waits longer.
    const waitMs = Math.min(attempts * transientRetry.waitMs, transientRetry.longestMs)
    return now.getTime() - changedAt.getTime() >= waitMs ? { action: 'retry' } : { action: 'none' }
  }
  if (fallback) return { action: 'use_fallback', fallback }
  return state === 'failed' ? { action: 'none' } : { action: 'mark_late' }
}

/** WhatsApp accepted the message first: the window had closed, or WhatsApp had trouble of its own (whatsapp/errors.ts). */
const isTransient = ({ reason }: Undelivered): boolean => reason === 'window_closed' || (reason?.startsWith('late:') ?? false)
