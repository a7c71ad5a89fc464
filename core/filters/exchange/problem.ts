// Creates warnings about filter files.

import type { Span } from '../../text/spans.ts'
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from './imported.ts'

export const exchangeWarning = (code: WordKey<'exchange'>, at: Span, values: Warning['values'] = {}): Warning => ({
  code: `exchange.${code}`,
  at,
  values,
})
