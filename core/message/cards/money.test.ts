// Tests finding amounts and dates in the notations of many countries, and ignoring ambiguous ones.
import { expect, test } from 'vitest'
import { findDay } from './days.ts'
import { findMoney, parseAmount } from './money.ts'

test.each([
  ['£1,284.50', '1284.50', 'GBP'],
  ['1.093,07 €', '1093.07', 'EUR'],
  ['₹1,24,500.00', '124500.00', 'INR'],
  ['¥132,000（税込）', '132000', 'JPY'],
  ['R$ 1.870,00', '1870.00', 'BRL'],
  ['CHF 1’250.00', '1250.00', 'CHF'],
  ['1 234,50 zł', '1234.50', 'PLN'],
  ['US$12', '12', 'USD'],
  ['SAR ٣١٨٫٢٥', '318.25', 'SAR'],
])('%s is %s %s', (text, amount, currency) => {
  expect(findMoney(text, { language: 'en' })).toMatchObject([{ amount, currency }])
})

test.each(['1,2,3', '12.34.56', '1.2345,00', '1234.567,8'])('%s is not an amount', text => {
  expect(parseAmount(text)).toBeNull()
})

test('a dollar sign means US dollars only in English', () => {
  expect(findMoney('$ 500.00', { language: 'es' })).toEqual([])
  expect(findMoney('$500.00', { language: 'en' })).toHaveLength(1)
})

test.each([
  ['31 March 2026', 'en', '2026-03-31'],
  ['March 31, 2026', 'en', '2026-03-31'],
  ['15.04.2026', 'de', '2026-04-15'],
  ['10/03/2026', 'pt', '2026-03-10'],
  ['10/03/2026', 'en', null],
  ['25/03/2026', 'en', '2026-03-25'],
  ['2026年5月31日', 'ja', '2026-05-31'],
  ['9 de junio de 2026', 'es', '2026-06-09'],
  ['1er mars 2026', 'fr', '2026-03-01'],
  ['6 Mei 2026', 'id', '2026-05-06'],
  ['31.02.2026', 'de', null],
  ['arrives today', 'en', '2026-03-04'],
  ['arrives tomorrow', 'en', '2026-03-05'],
  ['soon', 'en', null],
])('%s in %s is %s', (text, language, day) => {
  expect(findDay(text, '2026-03-04', language)).toBe(day)
})
