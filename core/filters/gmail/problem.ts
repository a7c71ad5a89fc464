// What is told of a file of Gmail's, by the words of its room.

import type { Span } from '../../text/spans.ts'
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from '../exchange/imported.ts'

export const warning = (code: WordKey<'gmail'>, at: Span, values: Warning['values'] = {}): Warning => ({
  code: `gmail.${code}`,
  at,
  values,
})
