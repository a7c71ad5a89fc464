// What is told of a file of filters, by the words of its room.

import type { Span } from '../../text/spans.ts'
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from './imported.ts'

export const warning = (code: WordKey<'exchange'>, at: Span, values: Warning['values'] = {}): Warning => ({
  code: `exchange.${code}`,
  at,
  values,
})
