// Estimates how many deliveries a month will have at its end, at the pace so far.
import { nextMonthOf } from './allowance.ts'

const dayMs = 86_400_000
/** A pace from less time than this says nothing. */
const minimumMs = 3 * dayMs

/** `used`: delivered or on their way. Null in the first three days of a month (UTC). */
export function forecastUsage(used: number, now: Date): number | null {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const sinceMs = now.getTime() - start
  if (sinceMs < minimumMs) return null
  return Math.round((used * (nextMonthOf(now).getTime() - start)) / sinceMs)
}
