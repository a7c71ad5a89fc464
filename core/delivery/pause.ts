// How long a phone may be paused: shorter than the week a message waits at most, so that no pause loses one.

export const mostPauseHours = 6 * 24

/** The end of a rest that was asked for at `now`; null for none, as when its end is past. */
export function pauseEnd(until: Date | null, now: Date): Date | null {
  if (!until || until <= now) return null
  return new Date(Math.min(until.getTime(), now.getTime() + mostPauseHours * 3_600_000))
}
