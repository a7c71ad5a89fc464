// Decides what to do with a message that has not reached its phone: send it again, or use the user's fallback.
import type { Fallback } from './fallback.ts'
import type { State } from './states.ts'

/** `changedAt`: when it came to its state. */
export interface Undelivered {
  state: State
  reason: string | null
  attempts: number
  changedAt: Date
  fallback: Fallback | null
}

/** `late`: it may still arrive, and its owner reads so. */
export type Replan = { do: 'again' } | { do: 'elsewhere'; fallback: Fallback } | { do: 'late' } | { do: 'nothing' }

/** So often in all a mail is sent whose failure may pass; after each time it is left alone for this long once more. */
export const passing = { mostTries: 5, waitMs: 60_000 }

export function replanOf(delivery: Undelivered, now: Date): Replan {
  const { state, attempts, changedAt, fallback } = delivery
  if (state === 'failed' && mayPass(delivery) && attempts < passing.mostTries) {
    // Meta may yet call it delivered; each time it is given longer.
    return now.getTime() - changedAt.getTime() >= attempts * passing.waitMs ? { do: 'again' } : { do: 'nothing' }
  }
  if (fallback) return { do: 'elsewhere', fallback }
  return state === 'failed' ? { do: 'nothing' } : { do: 'late' }
}

/** The messenger said so after it had taken the mail: a window that had closed, or trouble of its own (whatsapp/errors.ts). */
const mayPass = ({ reason }: Undelivered): boolean => reason === 'window_closed' || (reason?.startsWith('late:') ?? false)
