// How often to check the folders that have no IDLE connection.

export interface LookTimes {
  busyMs: number
  quietMs: number
}

export const lookTimes: LookTimes = { busyMs: 60_000, quietMs: 5 * 60_000 }

/** Each minute where mail came in the last hour and a half, ever more rarely after that, up to each five minutes. */
export function lookAfterMs(passedAt: Date | null, now: Date, { busyMs, quietMs }: LookTimes): number {
  if (!passedAt) return quietMs
  return Math.max(busyMs, Math.min(quietMs, (now.getTime() - passedAt.getTime()) / 100))
}
