// Computes the status and Content-Range of a paged response of the data API.
import { outOfRange } from './query.ts'

/** `total` is null if it was not counted. Throws PGRST103 if the page starts after the last row. */
export function rangeOf(offset: number, rows: number, total: number | null): { status: 200 | 206; contentRange: string } {
  if (total !== null && offset > total) throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  const part = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'
  return { status: total !== null && rows < total ? 206 : 200, contentRange: `${part}/${total ?? '*'}` }
}
