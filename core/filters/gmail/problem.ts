// What is told of a file of Gmail's, by the words of its room.
import type { Key } from '../../words/rooms.ts'
import type { Warning } from '../exchange/imported.ts'
import type { Range } from '../text.ts'

export const warning = (code: Key<'gmail'>, at: Range, values: Warning['values'] = {}): Warning => ({ code: `gmail.${code}`, at, values })
