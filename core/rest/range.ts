// What an answer of the data wire says of its part in the whole: Content-Range and the status.
import { outOfRange } from './query.ts'

/** `total` is null where nobody counted. Throws PGRST103 when the page begins behind the last row. */
export function rangeOf(offset: number, rows: number, total: number | null): { status: 200 | 206; contentRange: string } {
  if (total !== null && offset > total) throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  const part = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'
  return { status: total !== null && rows < total ? 206 : 200, contentRange: `${part}/${total ?? '*'}` }
}
