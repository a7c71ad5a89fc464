// Computes how much less a year of a plan costs than twelve months.

export interface YearlySaving {
  /** In the currency's minor unit. */
  amount: number
  /** In whole percent. */
  percent: number
}

/** Null if it saves nothing. Both prices are in the same currency. */
export function yearlySaving(
  month: { amount: number } | null | undefined,
  year: { amount: number } | null | undefined,
): YearlySaving | null {
  if (!month || !year) return null
  const amount = 12 * month.amount - year.amount
  const percent = Math.floor((100 * amount) / (12 * month.amount))
  return percent > 0 ? { amount, percent } : null
}
