// The cursor of a list of messages: where the next page begins, as opaque text.
import type { Cursor } from './messages.ts'

export const writeCursor = (arrivedAt: Date, id: string): string => Buffer.from(`${arrivedAt.toISOString()} ${id}`).toString('base64url')

export function readCursor(text: string): Cursor | 'wrong' {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  // PostgreSQL knows no hour as early or as late as JavaScript does.
  const arrivedAt = new Date(/^\d{4}-/.test(at) ? at : Number.NaN)
  if (Number.isNaN(arrivedAt.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return 'wrong'
  return { arrivedAt, id }
}
