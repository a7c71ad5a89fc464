// Tests that cards are found in text and in structured data, and never state anything uncertain.
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { textToBlocks } from '../blocks/from-text.ts'
import type { MailView } from '../view.ts'
import { findCard } from './find.ts'

const view = (subject: string, more: Partial<MailView> = {}): MailView =>
  plainView({
    from: [{ name: 'Shop', address: 'no-reply@shop.example' }],
    to: [],
    subject,
    date: '2026-03-04T09:00:00.000Z',
    headers: [{ name: 'From', value: 'Shop <no-reply@shop.example>' }],
    body: '',
    ...more,
  })
const card = (subject: string, text: string, data: unknown[] = [], more: Partial<MailView> = {}) => {
  const mail = view(subject, more)
  return findCard(mail, textToBlocks(text, mail), data)
}

test('a bill with two amounts due has no card: a wrong amount is worse than none', () => {
  expect(card('Invoice 4711', 'Amount due: €10.00')).toMatchObject({ amount: '10.00', currency: 'EUR' })
  expect(card('Invoice 4711', 'Amount due: €10.00\nTotal due: €12.00')).toBeNull()
  expect(card('Invoice 4711', 'Amount due: 10.00')).toBeNull()
})

test('subtotals are not the total', () => {
  expect(card('Invoice 4711', 'Subtotal: €9.00\nTotal: €10.00')).toMatchObject({ amount: '10.00' })
})

test('two codes give no card, and neither does an expired one', () => {
  expect(card('Your code', 'Your code is 123456')).toMatchObject({ kind: 'code', code: '123456' })
  expect(card('Your codes', 'Your code is 123456\n\nYour code is 654321')).toBeNull()
  expect(card('Your code has expired', 'Ask for a new one. Ticket 778120 was closed.')).toBeNull()
})

test('complete structured data takes precedence over patterns', () => {
  const invoice = {
    '@context': 'http://schema.org',
    '@type': 'Invoice',
    totalPaymentDue: { '@type': 'PriceSpecification', price: 1284.5, priceCurrency: 'GBP' },
    paymentDueDate: '2026-03-31',
    confirmationNumber: 'TW-1',
    provider: { '@type': 'Organization', name: 'Tools' },
  }
  expect(card('Hello', 'Thank you.', [invoice])).toEqual({
    kind: 'invoice',
    amount: '1284.50',
    currency: 'GBP',
    due: '2026-03-31',
    number: 'TW-1',
    issuer: 'Tools',
    isPaid: false,
  })
  expect(card('Hello', 'Thank you.', [{ ...invoice, totalPaymentDue: { price: '1.284,50', priceCurrency: 'GBP' } }])).toBeNull()
  const parcel = { '@type': 'ParcelDelivery', trackingNumber: 'AB 12', carrier: { name: 'Wing' }, expectedArrivalUntil: '2026-03-05T12:00' }
  expect(card('Your order has shipped', 'Thank you.', [{ '@graph': [parcel] }])).toMatchObject({
    carrier: 'Wing',
    tracking: 'AB12',
    state: 'shipped',
    eta: '2026-03-05',
  })
  expect(card('Hello', 'Thank you.', [parcel, null, 7, 'x'])).toBeNull()
})

test('replies and newsletters have no card', () => {
  const bill = 'Amount due: €10.00'
  expect(card('Re: Invoice 4711', bill, [], { headers: [{ name: 'In-Reply-To', value: '<1@x.example>' }] })).toBeNull()
  expect(card('Sale', `Invoice ${bill}`, [], { headers: [{ name: 'List-Unsubscribe', value: '<https://x.example>' }] })).toBeNull()
})

const machine = { headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }] }
const alert = (subject: string, text = 'See the log.', more: Partial<MailView> = machine) => card(subject, text, [], more)

test.each([
  ['PROBLEM - db1/disk is CRITICAL', { state: 'critical', what: 'db1/disk' }],
  ['** RECOVERY Service Alert: web/http is OK **', { state: 'resolved', what: 'Service Alert: web/http' }],
  ['[FIRING:1] HighLatency', { state: 'critical', what: 'HighLatency' }],
  ['[RESOLVED] HighLatency', { state: 'resolved', what: 'HighLatency' }],
  ['[ferry/docs] Run failed: CI - main (9f3c2d1)', { state: 'failed', what: 'CI - main (9f3c2d1)' }],
  ['Build failed in Jenkins: ferry #12', { state: 'failed', what: 'ferry #12' }],
])('%s is an alert', (subject, expected) => expect(alert(subject)).toMatchObject({ kind: 'alert', where: null, when: null, ...expected }))

test('an alert quotes place and time from labelled lines', () => {
  expect(alert('Down: Shop', 'Host: web1\nSince: 03:12\nHostage: none')).toMatchObject({ state: 'down', where: 'web1', when: '03:12' })
  expect(alert('New sign-in to your account', 'Device: Firefox on Linux\nLocation: Bern\nTime: 10:14')).toMatchObject({
    ...{ state: 'sign_in', what: 'Firefox on Linux', where: 'Bern', when: '10:14' },
  })
  expect(alert('Card payment of £3.12', 'Merchant: Bakery\nBalance: £100.00')).toMatchObject({
    state: 'paid',
    what: '£3.12',
    where: 'Bakery',
  })
})

test('uncertain alerts give no card', () => {
  expect(alert('Down: Shop', 'Host: web1', { from: [{ name: 'Ann', address: 'ann@a.example' }] })).toBeNull()
  for (const subject of [
    'Warning: your mailbox is full',
    'Error in your order?',
    'OK: see you',
    'A critical review',
    'The build failed',
    '[FAILED]',
  ])
    expect(alert(subject)).toBeNull()
  expect(alert('New sign-in to your account', 'Was this you?')).toBeNull()
  expect(alert('Card payment', 'Amount: £3.12\nAmount: £4.00')).toBeNull()
  expect(alert('Down: Shop', 'Host: web1\nHost: web2')).toBeNull()
})
