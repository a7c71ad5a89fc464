// Decides when to send a template while the service window is closed: late enough to name many waiting messages at once.

export interface AnnouncePolicy {
  /** How long an ordinary mail may wait for others to be named with it. */
  patienceMs: number
  /** How long an announcement that nobody answered puts off the next ordinary one. */
  gapMs: number
  /** How long one that failed puts off any other. */
  againMs: number
}

export const defaultAnnouncePolicy: AnnouncePolicy = { patienceMs: 10_000, gapMs: 60 * 60_000, againMs: 15 * 60_000 }

/** The first hours of what waits and was not announced yet; null where nothing does. */
export interface Unannounced {
  ordinaryFrom: Date | null
  urgentFrom: Date | null
}

/** The newest announcement since the person last wrote. */
export interface LastAnnounced {
  at: Date
  failed: boolean
}

/**
 * When the next announcement has to leave; null while nothing waits for one. It then names all that waits.
 * Each mail has a deadline, and the earliest of them decides: no earlier schedule needs fewer templates.
 */
export function announceAt(waiting: Unannounced, last: LastAnnounced | null, policy: AnnouncePolicy): Date | null {
  const again = last?.failed ? later(last.at, policy.againMs) : null
  const gap = last && !last.failed ? later(last.at, policy.gapMs) : null
  const ordinary = waiting.ordinaryFrom && latest(later(waiting.ordinaryFrom, policy.patienceMs), gap ?? again)
  const urgent = waiting.urgentFrom && latest(waiting.urgentFrom, again)
  return ordinary && urgent ? (ordinary < urgent ? ordinary : urgent) : (ordinary ?? urgent)
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
const latest = (a: Date, b: Date | null): Date => (b && b > a ? b : a)
