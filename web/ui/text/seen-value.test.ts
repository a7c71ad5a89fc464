// Tests how amounts that a condition saw are written for a reader.
import { expect, test } from 'vitest'
import type { Test } from '../../../core/filters/tree.ts'
import { formatSeenValue } from './seen-value.ts'

const over: Test = { field: 'amount', operator: 'over', amount: 500 }

test.each([
  ['620.5 EUR', 'en', '€620.50'],
  ['20 EUR, 1500 USD', 'en', '€20 · $1,500'],
  ['620.5 EUR', 'es', '620,50 €'],
  ['1500 $', 'es', '1500 $'],
  ['', 'en', ''],
])('amounts %s in %s are %s', (seen, language, text) => {
  expect(formatSeenValue(key => key, over, seen, language).replaceAll('\u00a0', ' ')).toBe(text)
})
