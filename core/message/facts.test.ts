// Tests detecting emails that are automated, bulk mail or replies.
import { expect, test } from 'vitest'
import { plainView } from '../filters/testing/plain-message.fixture.ts'
import { findAutomatedHeader, findNewsletterHeader, isReply } from './facts.ts'
import type { MailView } from './view.ts'

/** Headers as `Name: value`. */
const viewWith = (lines: string[], more: Partial<MailView> = {}): MailView =>
  plainView({
    headers: lines.map(line => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() })),
    ...more,
  })
const from = (address: string): Partial<MailView> => ({ from: [{ name: '', address }] })

test.each<[string, string[], Partial<MailView>, boolean]>([
  ['a plain email', [], {}, false],
  ['Auto-Submitted', ['Auto-Submitted: auto-generated'], {}, true],
  ['an automatic answer', ['auto-submitted: auto-replied (vacation)'], {}, true],
  ['an email that says it is not automated', ['Auto-Submitted: no'], {}, false],
  ['bulk', ['Precedence: bulk'], {}, true],
  ['junk', ['Precedence: junk'], {}, true],
  [
    'a post to a list',
    ['Precedence: list', 'List-Id: <b.example.org>', 'List-Post: <mailto:b@example.org>', 'List-Unsubscribe: <x>'],
    {},
    false,
  ],
  ['a post to an old list', ['Precedence: list'], {}, false],
  ['a forge that wants no answers from machines', ['Precedence: list', 'List-Id: <f.example>', 'X-Auto-Response-Suppress: All'], {}, true],
  ['an email with an unsubscribe link', ['List-Unsubscribe: <https://example.com/u>'], {}, true],
  ['a list that only announces', ['List-Post: NO', 'List-Unsubscribe: <x>'], {}, true],
  ['a sending service', ['Feedback-ID: 1:2:3:s'], {}, true],
  ['a bounce', ['Return-Path: <>'], {}, true],
  ['a delivery report', ['Content-Type: multipart/report; report-type=delivery-status'], {}, true],
  ['no-reply', [], from('no-reply@example.com'), true],
  ['noreply behind a word', [], from('alerts-noreply@example.com'), true],
  ['noreply with a tag', [], from('noreply+42@example.com'), true],
  ['nobody answers, German', [], from('keine-antwort@example.com'), true],
  ['nobody answers, Portuguese', [], from('nao-responda@example.com'), true],
  ['nobody answers, Turkish', [], from('yanitlamayin@example.com'), true],
  ['a name that only sounds like it', [], from('noreplyton@example.com'), false],
  ['a domain that says it', [], from('anna@noreply.example.com'), false],
  ['a calendar that sends for a person', ['Sender: calendar-noreply@example.com'], {}, true],
])('%s is automated: %j %j %j', (_, lines, more, expected) => {
  expect(findAutomatedHeader(viewWith(lines, more)) !== null).toBe(expected)
})

const unsubscribe = 'List-Unsubscribe: <https://example.com/u>'
test.each<[string, string[], Partial<MailView>, boolean]>([
  ['bulk mail', [unsubscribe], { subject: 'Slow lamps, warm rooms', body: 'Three lamps.' }, true],
  ['a bulk list', ['List-Id: <n.example>', 'Precedence: bulk'], { subject: 'Lock closed', body: 'On Saturday.' }, true],
  ['nothing in the headers', [], { subject: 'Our newsletter', body: 'unsubscribe' }, false],
  ['a discussion', [unsubscribe, 'List-Post: <mailto:b@example.org>'], { subject: 'Cedar', body: 'Larch.' }, false],
  ['an answer', [unsubscribe, 'In-Reply-To: <1@example.com>'], { subject: 'Cedar', body: 'Larch.' }, false],
  ['a receipt by its number', [unsubscribe], { subject: 'Thank you', body: 'Order number: 20418\nTotal $4' }, false],
  ['a parcel by its subject', [unsubscribe], { subject: 'Your order is on its way', body: 'Soon.' }, false],
  ['a parcel, Spanish', [unsubscribe], { subject: 'Va en camino', body: 'Seguimiento: RV-2291-8830-ES' }, false],
  ['an order, Turkish', [unsubscribe], { subject: 'Siparişiniz hazırlanıyor', body: 'Merhaba' }, false],
  ['an invoice, Japanese', [unsubscribe], { subject: 'お知らせ', body: '請求書番号: MZ-0426' }, false],
  ['a year is no number of an order', [unsubscribe], { subject: 'Lamps', body: 'Order 2026 catalogs.' }, true],
  ['a price is none', [unsubscribe], { subject: 'Lamps', body: 'Free delivery on orders over 1,000.' }, true],
  ['a campaign with a headline about orders', [unsubscribe, 'Precedence: bulk'], { subject: 'Your order of summer', body: 'Lamps.' }, true],
])('%s is a newsletter: %j %j %j', (_, lines, more, expected) => {
  expect(findNewsletterHeader(viewWith(lines, more)) !== null).toBe(expected)
})

test.each<[string[], boolean]>([
  [['In-Reply-To: <1@example.com>'], true],
  [['references: <1@example.com> <2@example.com>'], true],
  [['In-Reply-To:', 'References: '], false],
  [['Subject: Re: Keys'], false],
])('a reply names the email it replies to: %j is %j', (lines, expected) => {
  expect(isReply(viewWith(lines, { subject: 'Re: Keys' }))).toBe(expected)
})

test('the decisive header is returned', () => {
  expect(findAutomatedHeader(viewWith(['Precedence: bulk']))).toBe('Precedence: bulk')
  expect(findAutomatedHeader(viewWith([], from('noreply@example.com')))).toBe('From: noreply@example.com')
})
