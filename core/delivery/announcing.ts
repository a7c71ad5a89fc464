// Decides when to send a template while the service window is closed: late enough to name many waiting messages at once.

export interface AnnouncePolicy {
  /** How long an ordinary email may wait for others to be announced with it. */
  patienceMs: number
  /** How long an unanswered announcement delays the next ordinary one. */
  gapMs: number
  /** How long a failed announcement delays any other. */
  retryAfterMs: number
}

export const defaultAnnouncePolicy: AnnouncePolicy = { patienceMs: 10_000, gapMs: 60 * 60_000, retryAfterMs: 15 * 60_000 }

/** Since when the oldest unannounced emails have been waiting; null if there are none. */
export interface Unannounced {
  ordinaryFrom: Date | null
  urgentFrom: Date | null
}

/** The newest announcement since the user last wrote. */
export interface LastAnnounced {
  at: Date
  failed: boolean
}

/**
 * When to send the next announcement; null while nothing waits for one. It then names all waiting emails.
 * Each email has a deadline and the earliest decides: no earlier time would need fewer templates.
 */
export function announceAt(waiting: Unannounced, last: LastAnnounced | null, policy: AnnouncePolicy): Date | null {
  const retryAt = last?.failed ? later(last.at, policy.retryAfterMs) : null
  const gapUntil = last && !last.failed ? later(last.at, policy.gapMs) : null
  const ordinary = waiting.ordinaryFrom && latest(later(waiting.ordinaryFrom, policy.patienceMs), gapUntil ?? retryAt)
  const urgent = waiting.urgentFrom && latest(waiting.urgentFrom, retryAt)
  return ordinary && urgent ? (ordinary < urgent ? ordinary : urgent) : (ordinary ?? urgent)
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
const latest = (a: Date, b: Date | null): Date => (b && b > a ? b : a)
