// Tests that amounts are read in the digits of their currency, and days by the reader's clock.
import { expect, test } from 'vitest'
import { endOfDay, parseAmount, parseCount, writeAmount } from './amounts.ts'

test.each([
  ['4.90', 'usd', 490],
  ['4,9', 'eur', 490],
  [' 12 ', 'usd', 1200],
  ['500', 'jpy', 500],
  ['1.234', 'kwd', 1234],
  ['5.5', 'jpy', null],
  ['4.901', 'usd', null],
  ['-4', 'usd', null],
  ['1e3', 'usd', null],
  ['', 'usd', null],
])('"%s" in %s is %s', (typed, currency, amount) => {
  expect(parseAmount(typed, currency)).toBe(amount)
  if (amount !== null) expect(parseAmount(writeAmount(amount, currency), currency)).toBe(amount)
})

test('a day ends with its last second, and what is no day is nothing', () => {
  expect(endOfDay('2026-12-24')?.getTime()).toBe(new Date(2026, 11, 24, 23, 59, 59).getTime())
  for (const typed of ['', 'tomorrow', '2026-13-45']) expect(endOfDay(typed)).toBeNull()
})

test('a count is a whole number, nothing, or a mistake', () => {
  expect(['12', '', '1.5', '-1', 'x'].map(parseCount)).toEqual([12, null, undefined, undefined, undefined])
})
