// How often the folders that the connection does not listen to are looked at.

const busyMs = 60_000
const quietMs = 10 * 60_000

/** A folder with mail in the last ten minutes is looked at each minute, a quiet one ever more rarely, up to each ten minutes. */
export function lookAfterMs(passedAt: Date | null, now: Date): number {
  if (!passedAt) return quietMs
  return Math.max(busyMs, Math.min(quietMs, (now.getTime() - passedAt.getTime()) / 10))
}
