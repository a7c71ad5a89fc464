// Tests what each field of a condition reads, when it matches, and what is shown of it.
import { expect, test } from 'vitest'
import type { Arrival } from '../message/arrival.ts'
import type { MailView } from '../message/view.ts'
import { explain } from './explain.ts'
import { matches } from './match.ts'
import { plainReading } from './testing/plain-message.fixture.ts'
import type { Test, TextField, TextOperator } from './tree.ts'

const text = (field: TextField, operator: TextOperator, ...values: string[]): Test => ({ field, operator, values })
const headers = (...lines: string[]) => ({
  headers: lines.map(line => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() })),
})
const person = (address: string, name = '') => [{ name, address }]
const file = (name: string, type = 'application/octet-stream', sizeBytes = 1000) => ({ name, type, sizeBytes })
const answer = 'Got them, thanks.\n\nOn Tue, 3 Mar 2026 at 10:14, A <a@example.com> wrote:\n\n> The keys are here.\n'

/** The case name, the email, the test, whether it matches, the shown text, and the words found in it. */
type Case = [string, Partial<MailView>, Test, boolean, string, string[]?]

const verified: MailView['sender'] = { badge: 'verified', reasons: [{ kind: 'first_time', seen: 'a@bank.example', real: '' }] }
const warned: MailView['sender'] = {
  badge: 'warning',
  reasons: [
    { kind: 'checks_failed', seen: 'bank.example', real: '' },
    { kind: 'reply_free', seen: 'yahoo.com', real: 'bank.example' },
  ],
}

const bill = { body: 'Total: 620,50 €' }

test.each<Case>([
  [
    'recipient in cc',
    { cc: person('team@example.com') },
    text('recipient', 'is', 'team@example.com'),
    true,
    'team@example.com',
    ['team@example.com'],
  ],
  [
    'recipient on the envelope',
    { deliveredTo: ['me+shop@example.net'] },
    text('recipient', 'contains', '+shop'),
    true,
    'me+shop@example.net',
    ['+shop'],
  ],
  ['no recipient', { deliveredTo: ['b@example.net'] }, text('recipient', 'is', 'x'), false, 'me@example.net, b@example.net'],
  ['reply-to', { replyTo: person('b@example.org', 'Bob') }, text('reply_to', 'starts', 'bob'), true, 'Bob <b@example.org>', ['Bob']],
  [
    'domain as written',
    { from: person('a@mail.shop.example.co.uk') },
    text('sender_domain', 'is', 'mail.shop.example.co.uk'),
    true,
    'mail.shop.example.co.uk',
    ['mail.shop.example.co.uk'],
  ],
  [
    'domain as registered',
    { from: person('a@mail.shop.example.co.uk') },
    text('sender_domain', 'is', 'example.co.uk'),
    true,
    'example.co.uk',
    ['example.co.uk'],
  ],
  [
    'domain of a host that many share',
    { from: person('a@anna.github.io') },
    text('sender_domain', 'is', 'github.io'),
    true,
    'github.io',
    ['github.io'],
  ],
  [
    'domain in letters',
    { from: person('a@xn--mnchen-3ya.example') },
    text('sender_domain', 'is', 'münchen.example'),
    true,
    'xn--mnchen-3ya.example',
    ['xn--mnchen-3ya.example'],
  ],
  [
    'domain of a name',
    { from: person('a@evil.example', 'bank.example') },
    text('sender_domain', 'is', 'bank.example'),
    false,
    'evil.example',
  ],
  ['any in the subject', {}, text('any', 'contains', 'invoice 42'), true, 'Invoice 42', ['Invoice 42']],
  ['any in the text', { body: answer }, text('any', 'contains', 'thanks'), true, 'Got them, thanks.', ['thanks']],
  ['any, not quoted', { body: answer }, text('any', 'contains', 'keys'), false, 'Invoice 42 Got them, thanks.'],
  ['body without what is quoted', { body: answer }, text('body', 'contains', 'keys'), false, 'Got them, thanks.'],
  ['full body', { body: answer }, text('whole_body', 'contains', 'keys'), true, answer.replaceAll('\n', ' '), ['keys']],
  [
    'file name',
    { attachments: [file('a.txt'), file('Straße 42.PDF')] },
    text('attachment_name', 'wildcard', 'strasse*.pdf'),
    true,
    'Straße 42.PDF',
    ['Straße 42.PDF'],
  ],
  ['no file name', { attachments: [file('a.txt'), file('b')] }, text('attachment_name', 'is', 'c'), false, 'a.txt, b'],
  ['file type', { attachments: [file('a', 'image/png')] }, text('attachment_type', 'is', 'image'), true, 'image', ['image']],
  [
    'file type by its ending',
    { attachments: [file('a.XLSX')] },
    text('attachment_type', 'is', 'spreadsheet'),
    true,
    'spreadsheet',
    ['spreadsheet'],
  ],
  [
    'no file type',
    { attachments: [file('a', 'image/png'), file('b', 'text/plain')] },
    text('attachment_type', 'is', 'pdf'),
    false,
    'image/png, text/plain',
  ],
  [
    'list by its id',
    headers('List-Id: Boats <boats.example.org>'),
    text('list', 'is', 'boats.example.org'),
    true,
    'boats.example.org',
    ['boats.example.org'],
  ],
  [
    'list by its name',
    headers('list-id: Boats <boats.example.org>'),
    text('list', 'starts', 'boats <'),
    true,
    'Boats <boats.example.org>',
    ['Boats <'],
  ],
  ['mailbox by its domain', {}, text('mailbox', 'is', 'example.net'), true, 'example.net', ['example.net']],
  ['mailbox by its local part', {}, text('mailbox', 'is', 'me'), true, 'me', ['me']],
  ['another mailbox', {}, text('mailbox', 'is', 'you@example.net'), false, 'me@example.net'],
  [
    'language',
    { subject: 'Ihre Rechnung', body: 'Bitte überweisen Sie den Betrag bis Freitag.' },
    text('language', 'is', 'DE'),
    true,
    'de',
    ['de'],
  ],
  ['no language', { body: 'ok' }, text('language', 'is', 'en'), false, ''],
  ['regexp', {}, text('subject', 'regexp', 'bill', 'inv(.*)4\\d'), true, 'Invoice 42', ['Invoice 42']],
  ['regexp of capitals', {}, text('subject', 'regexp', '(?-i)invoice'), false, 'Invoice 42'],
  ['regexp over an unfolded text', { subject: 'STRASSE  42' }, text('subject', 'regexp', 'straße'), false, 'STRASSE  42'],
  ['regexp that is none', {}, text('subject', 'regexp', '('), false, 'Invoice 42'],
  ['header there and empty', headers('X-Spam:'), { field: 'header', name: 'x-spam', operator: 'exists' }, true, ''],
  ['header not there', {}, { field: 'header', name: 'x-spam', operator: 'missing' }, true, ''],
  ['an empty subject', { subject: ' ' }, { field: 'subject', operator: 'exists' }, false, ' '],
  ['nobody in cc', {}, { field: 'cc', operator: 'missing' }, true, ''],
  ['files', { attachments: [file('a.txt')] }, { field: 'attachment', operator: 'exists' }, true, 'a.txt'],
  ['size', {}, { field: 'size', operator: 'over', bytes: 1199 }, true, '1200'],
  [
    'size of one file',
    { attachments: [file('a', '', 500), file('b', '', 2000)] },
    { field: 'attachment_size', operator: 'over', bytes: 1000 },
    true,
    '2000',
  ],
  [
    'size of no file',
    { attachments: [file('a', '', 500), file('b', '', 700)] },
    { field: 'attachment_size', operator: 'over', bytes: 1000 },
    false,
    '500, 700',
  ],
  ['size under, without a file', {}, { field: 'attachment_size', operator: 'under', bytes: 1000 }, false, ''],
  ['count', { attachments: [file('a'), file('b')] }, { field: 'attachment_count', operator: 'is', count: 2 }, true, '2'],
  ['count over', { attachments: [file('a')] }, { field: 'attachment_count', operator: 'over', count: 1 }, false, '1'],
  ['count under', {}, { field: 'attachment_count', operator: 'under', count: 1 }, true, '0'],
  ['amount', bill, { field: 'amount', operator: 'over', amount: 500, currency: 'EUR' }, true, '620.5 EUR'],
  ['amount in another currency', bill, { field: 'amount', operator: 'over', amount: 500, currency: 'USD' }, false, '620.5 EUR'],
  ['amount on the edge', bill, { field: 'amount', operator: 'over', amount: 620.5 }, false, '620.5 EUR'],
  ['amount at least', bill, { field: 'amount', operator: 'at_least', amount: 620.5 }, true, '620.5 EUR'],
  ['amount at most', bill, { field: 'amount', operator: 'at_most', amount: 620.5 }, true, '620.5 EUR'],
  ['amount between', bill, { field: 'amount', operator: 'between', from: 620.5, to: 700 }, true, '620.5 EUR'],
  ['one of two amounts', { body: 'Total: 20 EUR\nTotal: 23 USD' }, { field: 'amount', operator: 'over', amount: 21 }, true, '23 USD'],
  ['no such amount', { body: 'Total: 20 EUR\nTotal: 23 USD' }, { field: 'amount', operator: 'over', amount: 30 }, false, '20 EUR, 23 USD'],
  ['no amount', {}, { field: 'amount', operator: 'under', amount: 500 }, false, ''],
  [
    'auth',
    { auth: { spf: 'pass', dkim: 'none', dmarc: 'fail' } },
    { field: 'auth', check: 'dmarc', operator: 'is', verdict: 'fail' },
    true,
    'spf=pass dkim=none dmarc=fail',
  ],
  [
    'any auth',
    { auth: { spf: 'pass', dkim: 'none', dmarc: 'fail' } },
    { field: 'auth', check: 'any', operator: 'is', verdict: 'fail' },
    true,
    'spf=pass dkim=none dmarc=fail',
  ],
  ['unchecked', {}, { field: 'auth', check: 'spf', operator: 'is', verdict: 'none' }, true, 'spf=none dkim=none dmarc=none'],
  ['automated', headers('Auto-Submitted: auto-generated'), { field: 'automated', operator: 'is' }, true, 'Auto-Submitted: auto-generated'],
  ['not automated', {}, { field: 'automated', operator: 'is_not' }, true, ''],
  [
    'newsletter',
    { ...headers('List-Unsubscribe: <x>'), subject: 'Lamps' },
    { field: 'newsletter', operator: 'is_not' },
    false,
    'List-Unsubscribe: <x>',
  ],
  ['reply', headers('References: <1@example.com>'), { field: 'reply', operator: 'is' }, true, 'References: <1@example.com>'],
  ['first of its thread', { subject: 'Re: x' }, { field: 'reply', operator: 'is_not' }, true, ''],
  ['an invitation', { calendar: 'request' }, { field: 'calendar', operator: 'is', method: 'request' }, true, 'request'],
  ['another method', { calendar: 'cancel' }, { field: 'calendar', operator: 'is', method: 'request' }, false, 'cancel'],
  ['any calendar', { calendar: 'other' }, { field: 'calendar', operator: 'is', method: 'any' }, true, 'other'],
  ['a verified sender', { sender: verified }, { field: 'sender_badge', operator: 'is', wanted: 'verified' }, true, 'verified'],
  ['a warning', { sender: warned }, { field: 'sender_badge', operator: 'is', wanted: 'warning' }, true, 'checks_failed | bank.example'],
  [
    'the requested reason',
    { sender: warned },
    { field: 'sender_badge', operator: 'is', wanted: 'reply_to' },
    true,
    'reply_free | yahoo.com | bank.example',
  ],
  [
    'a warning for another reason',
    { sender: warned },
    { field: 'sender_badge', operator: 'is', wanted: 'name' },
    false,
    'checks_failed | bank.example',
  ],
  [
    'not verified',
    { sender: warned },
    { field: 'sender_badge', operator: 'is_not', wanted: 'verified' },
    true,
    'checks_failed | bank.example',
  ],
  ['a first mail is no warning', { sender: verified }, { field: 'sender_badge', operator: 'is', wanted: 'warning' }, false, 'verified'],
  ['a mail from before badges', {}, { field: 'sender_badge', operator: 'is', wanted: 'warning' }, false, ''],
  ['no calendar', {}, { field: 'calendar', operator: 'is_not', method: 'any' }, true, ''],
])('%s', (_, view, condition, held, seen, found = []) => {
  const input = plainReading(view)
  expect(matches(condition, input)).toBe(held)
  const explanation = explain(condition, input)
  if (!('test' in explanation)) throw new Error('a test is explained as a test')
  expect(explanation.held).toBe(held)
  expect(explanation.seen).toBe(seen)
  expect(explanation.hits.map(hit => explanation.seen.slice(hit.start, hit.end))).toEqual(found)
})

const weekend: Test = { field: 'weekday', operator: 'in', days: ['sat', 'sun'] }
const day = (operator: 'before' | 'on' | 'on_or_after', on: string): Test => ({ field: 'date', operator, day: on })
const hours = (from: string, to: string): Test => ({ field: 'hour', operator: 'between', from, to })

test.each<[Partial<Arrival>, Test, boolean, string]>([
  [{}, weekend, true, 'sat'],
  [{ timeZone: 'Asia/Tokyo' }, { field: 'weekday', operator: 'in', days: ['sun'] }, true, 'sun'],
  [{ timeZone: 'Nowhere/Land' }, weekend, true, 'sat'],
  [{ timeZone: '' }, weekend, true, 'sat'],
  [{}, day('on', '2026-11-21'), true, '2026-11-21'],
  [{ timeZone: 'Europe/Istanbul' }, day('on', '2026-11-22'), true, '2026-11-22'],
  [{}, day('before', '2026-11-21'), false, '2026-11-21'],
  [{}, day('before', '2026-11-22'), true, '2026-11-21'],
  [{}, day('on_or_after', '2026-11-21'), true, '2026-11-21'],
  [{}, day('on_or_after', '2026-11-22'), false, '2026-11-21'],
  [{}, hours('22:00', '07:00'), true, '23:40'],
  [{}, hours('23:40', '23:41'), true, '23:40'],
  [{}, hours('23:00', '23:40'), false, '23:40'],
  [{}, hours('09:00', '09:00'), true, '23:40'],
  [{ timeZone: 'Europe/Istanbul' }, hours('02:00', '03:00'), true, '02:40'],
  [{ timeZone: 'Asia/Kathmandu' }, hours('05:25', '05:26'), true, '05:25'],
  [{ arrivedAt: '2026-11-21T00:00:00.000Z' }, hours('22:00', '07:00'), true, '00:00'],
  [{ arrivedAt: '2026-03-29T01:30:00.000Z', timeZone: 'Europe/Berlin' }, hours('03:00', '04:00'), true, '03:30'],
  [{ isFirstTimeSender: true }, { field: 'first_time_sender', operator: 'is' }, true, 'anna@example.com'],
  [{ isFirstTimeSender: false }, { field: 'first_time_sender', operator: 'is' }, false, ''],
  [{ isFirstTimeSender: null }, { field: 'first_time_sender', operator: 'is' }, false, ''],
  [{ isFirstTimeSender: null }, { field: 'first_time_sender', operator: 'is_not' }, true, ''],
])('of an arrival %j, %j is %j', (arrival, condition, held, seen) => {
  const input = plainReading({}, arrival)
  expect(matches(condition, input)).toBe(held)
  expect(explain(condition, input)).toMatchObject({ held, seen })
})
