// Recognizes the server's request to confirm filters that would forward many emails a day.
import { ApiError } from '../../ApiError.ts'

/** How many mails a day the server says this forwards, where it asks; else null. */
export function dailyVolumeOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'filter_forwards_many') return null
  const { details } = error
  const perDay = typeof details === 'object' && details !== null && 'perDay' in details ? Number(details.perDay) : Number.NaN
  return Number.isFinite(perDay) ? Math.round(perDay) : 50
}
