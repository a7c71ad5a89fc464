// The cursor of a list of messages: where the next page begins, as opaque text.
import type { Cursor } from './messages.ts'

export const writeCursor = (arrivedAt: Date, id: string): string => Buffer.from(`${arrivedAt.toISOString()} ${id}`).toString('base64url')

export function readCursor(text: string): Cursor | 'wrong' {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const arrivedAt = new Date(at)
  if (Number.isNaN(arrivedAt.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return 'wrong'
  return { arrivedAt, id }
}
