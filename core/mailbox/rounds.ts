// Decides how often to check folders without an IDLE connection.

export interface CheckTimes {
  busyMs: number
  quietMs: number
}

export const checkTimes: CheckTimes = { busyMs: 60_000, quietMs: 5 * 60_000 }

/** Every minute if email arrived in the last hour and a half, then less and less often, down to every five minutes. */
export function checkIntervalMs(lastArrivalAt: Date | null, now: Date, { busyMs, quietMs }: CheckTimes): number {
  if (!lastArrivalAt) return quietMs
  return Math.max(busyMs, Math.min(quietMs, (now.getTime() - lastArrivalAt.getTime()) / 100))
}
