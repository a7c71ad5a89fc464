// Limits how long a phone may be paused: less than the week after which waiting messages expire.

export const maxPauseHours = 6 * 24

/** The end of a pause requested at `now`; null for none, or if it is already past. */
export function pauseEnd(until: Date | null, now: Date): Date | null {
  if (!until || until <= now) return null
  return new Date(Math.min(until.getTime(), now.getTime() + maxPauseHours * 3_600_000))
}
