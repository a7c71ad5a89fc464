// Tests amounts of money in sentences: how people write them in three languages, and numbers that are none.
import { expect, test } from 'vitest'
import { parseSentence } from '../../core/filters/speech/speech.ts'

const conditionOf = (sentence: string) => {
  const found = parseSentence(sentence)
  return found.kind === 'tree' ? found.condition : found.kind
}
const over = (amount: number, currency?: string) => ({ field: 'amount', operator: 'over', amount, ...(currency && { currency }) })

test.each<[string, object]>([
  ['anything more than 500 EUR', over(500, 'EUR')],
  ['anything above €1,000.50', over(1000.5, 'EUR')],
  ['anything over 2 thousand pounds', over(2000, 'GBP')],
  ['anything over 500eur', over(500, 'EUR')],
  ['anything over SEK 300', over(300, 'SEK')],
  ['anything with an amount over 500', over(500)],
  ['anything over 300 pesos', over(300)],
  ['über 500 EUR', over(500, 'EUR')],
  ['500 EUR or more', { ...over(500, 'EUR'), operator: 'at_least' }],
  ['anything under 20 dollars', { ...over(20, 'USD'), operator: 'under' }],
  ['anything up to 20 dollars', { ...over(20, 'USD'), operator: 'at_most' }],
  ['anything between 100 and 250 USD', { field: 'amount', operator: 'between', from: 100, to: 250, currency: 'USD' }],
  ['todo lo de más de 1.500,50 euros', over(1500.5, 'EUR')],
  ['correos con importe de al menos 20 euros', { ...over(20, 'EUR'), operator: 'at_least' }],
  ['correos entre 100 y 200 euros', { field: 'amount', operator: 'between', from: 100, to: 200, currency: 'EUR' }],
  ['رسائل أكثر من ٥٠٠ يورو', over(500, 'EUR')],
  ['رسائل بمبلغ لا يقل عن 1000', { ...over(1000), operator: 'at_least' }],
  ['رسائل بين 100 و 200 دولار', { field: 'amount', operator: 'between', from: 100, to: 200, currency: 'USD' }],
  [
    'anything from Acme, but not over 50 EUR',
    { all: [{ field: 'from', operator: 'contains', values: ['acme'] }, { none: [over(50, 'EUR')] }] },
  ],
])('%s', (sentence, condition) => {
  expect(conditionOf(sentence)).toEqual(condition)
})

test.each([
  ['orders over 5 MB', 'size'],
  ['emails with more than 3 attachments', 'attachment_count'],
  ['alarms between 9 and 5', 'hour'],
])('%s is no amount', (sentence, field) => {
  expect(JSON.stringify(conditionOf(sentence))).toContain(`"field":"${field}"`)
  expect(JSON.stringify(conditionOf(sentence))).not.toContain('"amount"')
})

test('a bare number may count anything, so it is asked about', () => {
  expect(parseSentence('more than 5 recipients')).toMatchObject({ kind: 'question', question: { code: 'amount' } })
  expect(parseSentence('payments under 500')).toMatchObject({ kind: 'question', question: { code: 'small_amount' } })
})
