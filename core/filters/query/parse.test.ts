// Tests parsing typed queries to conditions: Gmail's grammar with our own names and signs.
import { expect, test } from 'vitest'
import type { Condition, TextField, TextOperator } from '../tree.ts'
import { parseQuery } from './parse.ts'

const has = (field: TextField, ...values: string[]): Condition => ({ field, operator: 'contains', values })
const holds = (field: TextField, operator: TextOperator, ...values: string[]): Condition => ({ field, operator, values })
const attachment: Condition = { field: 'attachment', operator: 'exists' }

test.each<[string, Condition]>([
  ['invoice', has('any', 'invoice')],
  ['invoice paid', { all: [has('any', 'invoice'), has('any', 'paid')] }],
  ['invoice AND paid', { all: [has('any', 'invoice'), has('any', 'paid')] }],
  ['"two words"', has('any', 'two words')],
  ['“two words”', has('any', 'two words')],
  ['+invoice', has('any', 'invoice')],
  ['+49 10:30', { all: [has('any', '+49'), has('any', '10:30')] }],
  ['https://example.com/x', has('any', 'https://example.com/x')],
  ['inv*ce', holds('any', 'wildcard', '*inv*ce*')],
  ['or and', { all: [has('any', 'or'), has('any', 'and')] }],
  ['Bank, "a, b";', { all: [has('any', 'Bank'), has('any', 'a, b')] }],
  ['"OR"', has('any', 'OR')],
])('words: %s', (text, condition) => {
  expect(parseQuery(text)).toEqual({ condition, problems: [] })
})

test.each<[string, Condition]>([
  ['from:a OR from:b', has('from', 'a', 'b')],
  ['from:a subject:x OR subject:y', { all: [has('from', 'a'), has('subject', 'x', 'y')] }],
  ['subject:x OR cc:y from:a', { all: [{ any: [has('subject', 'x'), has('cc', 'y')] }, has('from', 'a')] }],
  ['{from:a cc:b}', { any: [has('from', 'a'), has('cc', 'b')] }],
  ['{from:a OR cc:b}', { any: [has('from', 'a'), has('cc', 'b')] }],
  ['(from:a cc:b) OR to:c', { any: [{ all: [has('from', 'a'), has('cc', 'b')] }, has('to', 'c')] }],
  ['-from:a', { none: [has('from', 'a')] }],
  ['--from:a', has('from', 'a')],
  ['-{from:a cc:b}', { none: [has('from', 'a'), has('cc', 'b')] }],
  ['-(from:a cc:b)', { none: [{ all: [has('from', 'a'), has('cc', 'b')] }] }],
  ['to:c -from:a -cc:b', { all: [has('to', 'c'), { none: [has('from', 'a'), has('cc', 'b')] }] }],
  ['-has:attachment', { field: 'attachment', operator: 'missing' }],
  ['-is:reply', { field: 'reply', operator: 'is_not' }],
])('groups: %s', (text, condition) => {
  expect(parseQuery(text)).toEqual({ condition, problems: [] })
})

test.each<[string, Condition]>([
  ['subject:(invoice OR bill)', has('subject', 'invoice', 'bill')],
  ['subject:{invoice bill}', has('subject', 'invoice', 'bill')],
  ['subject:(invoice bill)', { all: [has('subject', 'invoice'), has('subject', 'bill')] }],
  ['subject:(invoice -"no bill")', { all: [has('subject', 'invoice'), { none: [has('subject', 'no bill')] }] }],
  ['-subject:(a OR b)', { none: [has('subject', 'a', 'b')] }],
  ['Subject:=Hello', holds('subject', 'is', 'Hello')],
  ['subject:^Re: x', { all: [holds('subject', 'starts', 'Re:'), has('any', 'x')] }],
  ['subject:Re:x', has('subject', 'Re:x')],
  ['filename:.pdf$', holds('attachment_name', 'ends', '.pdf')],
  ['filename:"my file.pdf"$', holds('attachment_name', 'ends', 'my file.pdf')],
  ['subject:^a$', holds('subject', 'is', 'a')],
  ['subject:"US$"', has('subject', 'US$')],
  ['from:*@*.example', holds('from', 'wildcard', '*@*.example')],
  ['from:~"a ?b"', holds('from', 'wildcard', 'a ?b')],
  ['subject:/inv(oice)? \\d+/', holds('subject', 'regexp', 'inv(oice)? \\d+')],
  ['subject:/a\\/b\\\\/', holds('subject', 'regexp', 'a/b\\\\')],
  ['any:^a body:b wholebody:c', { all: [holds('any', 'starts', 'a'), has('body', 'b'), has('whole_body', 'c')] }],
  ['from:in:Family', { field: 'from', operator: 'in_list', list: 'Family' }],
  ['from:in:"my family"', { field: 'from', operator: 'in_list', list: 'my family' }],
  ['from:(in:Family OR boss)', { any: [{ field: 'from', operator: 'in_list', list: 'Family' }, has('from', 'boss')] }],
  ['list:news@list.example', has('list', 'news@list.example', 'news.list.example')],
  ['list:"news@list.example"', has('list', 'news@list.example')],
  ['replyto:a domain:b.example lang:de', { all: [has('reply_to', 'a'), has('sender_domain', 'b.example'), has('language', 'de')] }],
  ['header:x-spam:yes', { field: 'header', name: 'x-spam', operator: 'contains', values: ['yes'] }],
  ['header:"odd name":^"a b"', { field: 'header', name: 'odd name', operator: 'starts', values: ['a b'] }],
  ['deliveredto:me@example.com', { field: 'header', name: 'Delivered-To', operator: 'contains', values: ['me@example.com'] }],
  ['rfc822msgid:1@example.com', { field: 'header', name: 'Message-ID', operator: 'is', values: ['<1@example.com>'] }],
  ['to:"me"', has('to', 'me')],
])('fields of words: %s', (text, condition) => {
  expect(parseQuery(text)).toEqual({ condition, problems: [] })
})

test.each<[string, Condition]>([
  ['larger:2M', { field: 'size', operator: 'over', bytes: 2_000_000 }],
  ['size:1.5kb', { field: 'size', operator: 'over', bytes: 1500 }],
  ['smaller:7', { field: 'size', operator: 'under', bytes: 7 }],
  ['attachmentsize:<1G', { field: 'attachment_size', operator: 'under', bytes: 1e9 }],
  ['attachments:>2', { field: 'attachment_count', operator: 'over', count: 2 }],
  ['attachments:0', { field: 'attachment_count', operator: 'is', count: 0 }],
  ['amount:>500', { field: 'amount', operator: 'over', amount: 500 }],
  ['amount:>=500.5eur', { field: 'amount', operator: 'at_least', amount: 500.5, currency: 'EUR' }],
  ['-amount:<=20USD', { none: [{ field: 'amount', operator: 'at_most', amount: 20, currency: 'USD' }] }],
  ['amount:100..250', { field: 'amount', operator: 'between', from: 100, to: 250 }],
  ['amount:100-250JPY', { field: 'amount', operator: 'between', from: 100, to: 250, currency: 'JPY' }],
  ['amount:"< 20 GBP"', { field: 'amount', operator: 'under', amount: 20, currency: 'GBP' }],
  ['after:2026/2/3', { field: 'date', operator: 'on_or_after', day: '2026-02-03' }],
  ['older:2024-02-29', { field: 'date', operator: 'before', day: '2024-02-29' }],
  ['on:2026-11-20', { field: 'date', operator: 'on', day: '2026-11-20' }],
  ['day:sat,Monday', { field: 'weekday', operator: 'in', days: ['mon', 'sat'] }],
  ['day:fri-mon', { field: 'weekday', operator: 'in', days: ['mon', 'fri', 'sat', 'sun'] }],
  ['hour:22-6', { field: 'hour', operator: 'between', from: '22:00', to: '06:00' }],
  ['hour:18:30..24:00', { field: 'hour', operator: 'between', from: '18:30', to: '00:00' }],
  ['spf:fail', { field: 'auth', check: 'spf', operator: 'is', verdict: 'fail' }],
  ['auth:pass', { field: 'auth', check: 'any', operator: 'is', verdict: 'pass' }],
  ['is:first-time-sender', { field: 'first_time_sender', operator: 'is' }],
  ['is:sender-warning', { field: 'sender_badge', operator: 'is', wanted: 'warning' }],
  ['-is:sender-reply-to', { field: 'sender_badge', operator: 'is_not', wanted: 'reply_to' }],
  ['is:calendar-cancel', { field: 'calendar', operator: 'is', method: 'cancel' }],
  ['has:attachment has:cc', { all: [attachment, { field: 'cc', operator: 'exists' }] }],
  ['has:header:"odd name"', { field: 'header', name: 'odd name', operator: 'exists' }],
  [
    'is:(newsletter OR automated)',
    {
      any: [
        { field: 'newsletter', operator: 'is' },
        { field: 'automated', operator: 'is' },
      ],
    },
  ],
])('other fields: %s', (text, condition) => {
  expect(parseQuery(text)).toEqual({ condition, problems: [] })
})

test('a typical query is parsed', () => {
  expect(parseQuery('from:bank subject:(invoice OR bill) has:attachment larger:2M -list:news').condition).toEqual({
    all: [
      has('from', 'bank'),
      has('subject', 'invoice', 'bill'),
      attachment,
      { field: 'size', operator: 'over', bytes: 2_000_000 },
      { none: [has('list', 'news')] },
    ],
  })
})
