// What the people of an abuse run went through: how long their acts took, which failed, and how the memory of the server went.

export const acts = ['sign-in', 'recovery', 'mail by SMTP', 'forwarding', 'reply'] as const
export type Act = (typeof acts)[number]

export interface Phase {
  /** Milliseconds, by act. */
  times: Record<Act, number[]>
  /** A sentence for each act that failed. */
  failures: string[]
}

export interface MemorySample {
  /** Minutes since the attack began. */
  at: number
  megabytes: number
}

export const newPhase = (): Phase => ({
  times: { 'sign-in': [], recovery: [], 'mail by SMTP': [], forwarding: [], reply: [] },
  failures: [],
})

export function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Least squares, in megabytes a minute; 0 for fewer than three samples. */
export function slopeOf(samples: MemorySample[]): number {
  if (samples.length < 3) return 0
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(one => one.at)), mean(samples.map(one => one.megabytes))]
  const rise = samples.reduce((sum, one) => sum + (one.at - x) * (one.megabytes - y), 0)
  const run = samples.reduce((sum, one) => sum + (one.at - x) ** 2, 0)
  return run === 0 ? 0 : rise / run
}
