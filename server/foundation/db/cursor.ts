// Cursors of lists that page by the values of their last row.
import { z } from 'zod/mini'
import { HttpError } from '../http/errors.ts'

/** Times are ISO 8601 with microseconds where the column has them. */
export const encodeCursor = (values: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Null without a cursor; a 400 for one that this list did not make. */
export function decodeCursor<S extends z.ZodMiniType>(cursor: string | undefined, shape: S): z.output<S> | null {
  if (cursor === undefined) return null
  const values = shape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!values.success) throw new HttpError(400, 'cursor_wrong', 'This cursor doesn’t belong to this list. Request the first page again.')
  return values.data
}

/** A time and an id: the order of most lists. */
export const TimeCursor = z.tuple([z.iso.datetime(), z.uuid()])

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
