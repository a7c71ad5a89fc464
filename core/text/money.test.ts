// Tests that amounts are formatted in each language with their currency's own digits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyDigits, decimalAmount, formatAmount, formatMoney } from './money.ts'

/** Spaces and direction marks differ between versions of Unicode's data. */
const readable = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c]/g, '').replaceAll(/\s/g, ' ')

test.each([
  ['en', 500, 'usd', '$5.00'],
  ['en', 1234567, 'eur', '€12,345.67'],
  ['en', 500, 'jpy', '¥500'],
  ['en', 1500, 'kwd', 'KWD 1.500'],
  ['en', -4900, 'eur', '-€49.00'],
  ['en', 0, 'usd', '$0.00'],
  ['es', 123456, 'eur', '1234,56 €'],
  ['es', 500, 'usd', '5,00 US$'],
  ['ar', 500, 'usd', '5.00 US$'],
])('in %s, %i of %s are %s', (language, amount, currency, text) => {
  expect(readable(formatMoney({ amount, currency }, language))).toBe(text)
})

test.each([
  ['en', 500, 'EUR', '€500'],
  ['en', 42.5, 'EUR', '€42.50'],
  ['es', 1234.5, 'USD', '1234,50 US$'],
  ['ar', 500, 'USD', '500 US$'],
  ['en', 1.5, 'JPY', '¥1.5'],
  ['en', 1500, '$', '1,500 $'],
  ['en', 1500.25, null, '1,500.25'],
])('in %s, the amount %d of %s is %s', (language, amount, currency, text) => {
  expect(readable(formatAmount(amount, currency, language))).toBe(text)
})

test('a symbol with Latin letters keeps its order in Arabic', () => {
  expect(formatMoney({ amount: 500, currency: 'usd' }, 'ar')).toContain('US$\u200e')
  expect(formatMoney({ amount: 500, currency: 'eur' }, 'ar')).not.toContain('\u200e')
})

test('a short price leaves out cents only if they are zero', () => {
  const short = (amount: number, currency: string) => readable(formatMoney({ amount, currency }, 'en', true))
  expect([short(500, 'usd'), short(550, 'usd'), short(505, 'usd'), short(500, 'jpy'), short(1500, 'kwd'), short(2000, 'kwd')]).toEqual([
    '$5',
    '$5.50',
    '$5.05',
    '¥500',
    'KWD 1.500',
    'KWD 2',
  ])
})

test('a decimal amount has every digit of its currency and reads back as the same amount', () => {
  expect([decimalAmount({ amount: 5, currency: 'usd' }), decimalAmount({ amount: 500, currency: 'jpy' })]).toEqual(['0.05', '500'])
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom('usd', 'eur', 'jpy', 'kwd'), (amount, currency) => {
      const decimal = decimalAmount({ amount, currency })
      expect(Math.round(Number(decimal) * 10 ** currencyDigits(currency)) + 0).toBe(amount)
    }),
  )
})
