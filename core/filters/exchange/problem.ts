// What is told of a file of filters, by the words of its room.
import type { Key } from '../../words/rooms.ts'
import type { Range } from '../text.ts'
import type { Warning } from './imported.ts'

export const warning = (code: Key<'exchange'>, at: Range, values: Warning['values'] = {}): Warning => ({
  code: `exchange.${code}`,
  at,
  values,
})
