// Decides when a month's usage calls for a warning.
import type { Counter } from '../plans/allowance.ts'

/** In percent of the month's deliveries. */
export type UsageWarning = 80 | 100

/** The highest warning that this usage calls for; 0 for none. An unlimited allowance has none, nor has one without deliveries. */
export function usageWarning({ reserved, delivered }: Pick<Counter, 'reserved' | 'delivered'>, limit: number | null): UsageWarning | 0 {
  if (!limit) return 0
  const percent = usedPercent(reserved + delivered, limit)
  return percent >= 100 ? 100 : percent >= 80 ? 80 : 0
}

export const usedPercent = (used: number, limit: number): number => Math.floor((used / limit) * 100)
