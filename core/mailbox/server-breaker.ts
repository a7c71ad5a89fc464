// Decides when a server that doesn't answer is left alone, and how much of our work it may take up at once.

export interface ServerHealth {
  /** Attempts in a row that got no answer. */
  failures: number
  /** Nothing is tried before then; null while attempts may start. */
  pausedUntil: Date | null
  hasAnswered: boolean
}

export const newServerHealth: ServerHealth = { failures: 0, pausedUntil: null, hasAnswered: false }

const failuresBeforePause = 2
const firstPauseMs = 15_000
const longestPauseMs = 5 * 60_000
/** A server that has answered may take more of our work than one that may turn out to be dead. */
const mostOfAnswering = 20
const mostOfOthers = 5

/** `unreachable`: it gave no answer at all. A refusal is an answer. */
export function afterServerAttempt(health: ServerHealth, outcome: 'answered' | 'unreachable', now: Date): ServerHealth {
  if (outcome === 'answered') return { failures: 0, pausedUntil: null, hasAnswered: true }
  const failures = health.failures + 1
  const pauses = failures - failuresBeforePause
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(pauses, 10))
  // Attempts that began before the pause end in it: they don't make it longer.
  if (isPausedServer(health, now)) return { ...health, hasAnswered: false }
  return { failures, pausedUntil: pauses < 0 ? null : new Date(now.getTime() + pauseMs), hasAnswered: false }
}

export const isPausedServer = ({ pausedUntil }: ServerHealth, now: Date): boolean => pausedUntil !== null && pausedUntil > now

/** After a pause, a single attempt finds out whether the server answers again. */
export function mayTakeMore(health: ServerHealth, running: number): boolean {
  if (health.pausedUntil) return running === 0
  return running < (health.hasAnswered ? mostOfAnswering : mostOfOthers)
}
