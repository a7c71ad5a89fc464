// Recognizes the server's request to confirm filters that would forward many emails a day.
import { ApiError } from '../../ApiError.ts'

/** How many emails a day the filter would forward, if the server asks for confirmation; otherwise null. */
export function parseDailyVolume(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'filter_forwards_many') return null
  const { details } = error
  const perDay = typeof details === 'object' && details !== null && 'perDay' in details ? Number(details.perDay) : Number.NaN
  return Number.isFinite(perDay) ? Math.round(perDay) : 50
}
