// Creates warnings about Gmail imports and exports.

import type { Span } from '../../text/spans.ts'
import type { WordKey } from '../../words/catalogs.ts'
import type { Warning } from '../exchange/imported.ts'

export const gmailWarning = (code: WordKey<'gmail'>, at: Span, values: Warning['values'] = {}): Warning => ({
  code: `gmail.${code}`,
  at,
  values,
})
