// What the server asks before filters are saved that forward many mails a day.
import { ApiError } from '../../ApiError.ts'

/** How many mails a day the server says this forwards, where it asks; else null. */
export function manyOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'filter_forwards_many') return null
  const { details } = error
  const said = typeof details === 'object' && details !== null && 'perDay' in details ? Number(details.perDay) : Number.NaN
  return Number.isFinite(said) ? Math.round(said) : 50
}
