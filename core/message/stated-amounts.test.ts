// Tests which amounts an email states as its own, and which it only mentions.
import { expect, test } from 'vitest'
import { measureMs } from '../text/timing.fixture.ts'
import { findStatedAmounts } from './stated-amounts.ts'
import type { MailView } from './view.ts'

const view = (subject: string, body: string, change: Partial<MailView> = {}): MailView => ({
  ...{ from: [{ name: 'Harbor Shop', address: 'billing@shop.example' }], to: [], cc: [], replyTo: [] },
  ...{ subject, date: null, messageId: null, headers: [], body, attachments: [], sizeBytes: 1000, truncated: false },
  ...{ unparsed: null, fetched: 'all', deliveredTo: [], calendar: null, auth: null },
  ...change,
})

const amountsIn = (subject: string, body: string, change?: Partial<MailView>): string[] =>
  findStatedAmounts(view(subject, body, change)).map(({ amount, currency }) => `${amount} ${currency}`)

test.each<[name: string, subject: string, body: string, amounts: string[]]>([
  ['a total', 'Your order', 'Lamp: €20.00\nRope: €32.50\nTotal: €52.50', ['52.5 EUR']],
  ['what is due rather than the total', 'Invoice 7', 'Total: 620.00 EUR\nAmount due: 120.00 EUR', ['120 EUR']],
  ['two totals', 'Invoice 7', 'Total: 620.00 EUR\nTotal: 710.00 USD', ['620 EUR', '710 USD']],
  ['an amount in the subject', 'You sent 650 EUR to Bruno', 'Your new balance is 2,300 EUR. The limit is 5,000 EUR.', ['650 EUR']],
  ['the only amount that a person mentions', 'The boat', 'I could sell it for 7.500 €.\nBruno', ['7500 EUR']],
  ['several prices', 'New in the shop', 'A lamp for €20, a rope for €32, an anchor for €90.', []],
  ['a label in German', 'Ihre Rechnung', 'Zwischensumme: 100,00 €\nGesamtbetrag: 119,00 €', ['119 EUR']],
  ['a label in Arabic', 'فاتورة', 'المبلغ الإجمالي: ٣١٨٫٢٥ ريال', ['318.25 SAR']],
  ['yen have no cents', '領収書', '合計金額（税込）：¥132,000\nお支払いありがとうございます。', ['132000 JPY']],
  ['a number without a currency', 'Invoice 42', 'Total: 500', []],
  ['nothing due, but paid', 'Receipt', 'Amount due: €0.00\nAmount paid: €49.00', ['49 EUR']],
  ['no amount', 'Lunch', 'At 12?', []],
])('%s', (_, subject, body, amounts) => {
  expect(amountsIn(subject, body)).toEqual(amounts)
})

test.each([
  ['a language that uses it for several', 'Importe total: $ 1,500.00\nGracias por su pago del mes de noviembre. Le adjuntamos la factura.'],
  ['a text too short to have one', '$ 1,500.00'],
])('a sign that several currencies share stands for each of them in %s', (_, body) => {
  const [found] = findStatedAmounts(view('', body))
  expect(found).toMatchObject({ amount: 1500, currency: '$' })
  expect(found?.currencies).toEqual(expect.arrayContaining(['MXN', 'USD']))
})

test('the amount on the card comes first, and a low balance is none', () => {
  const card = { kind: 'invoice' as const, amount: '99.90', currency: 'EUR', due: null, number: null, issuer: 'Shop', isPaid: false }
  expect(amountsIn('Invoice', 'Total: 20 EUR', { card })).toEqual(['99.9 EUR'])
  const alert = { kind: 'alert' as const, state: 'low_balance' as const, what: '12.00 EUR', where: null, when: null }
  expect(amountsIn('Low balance', 'The limit is 50.00 EUR, the balance is 12.00 EUR.', { card: alert })).toEqual([])
  expect(amountsIn('Card payment', 'Balance: 800.00 EUR', { card: { ...alert, state: 'paid', what: '€35.10' } })).toEqual(['35.1 EUR'])
})

test('what an answer quotes is not its own', () => {
  const headers = [{ name: 'In-Reply-To', value: '<1@shop.example>' }]
  expect(amountsIn('Re: offer', 'Fine!\n\nOn Monday, Bruno wrote:\n> I could sell it for 7.500 €.', { headers })).toEqual([])
})

const hostile = ['$1.', '1,', '€ ', 'total: ', 'Total: 1 ', 'USD1', '1 234 '].map(piece => piece.repeat(65_000 / piece.length))

test.each([...hostile, ...hostile.map(body => body.replace(/.{200}/g, '$&\n'))])('64 KB of %.9s… take no longer than others', body => {
  // A new view each time: what was found before is remembered.
  expect(measureMs(Date.now, () => amountsIn('Total', body), 150)).toBeLessThan(400)
})
