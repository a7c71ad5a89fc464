// Tests what each kind of test reads and when it matches.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import { plainReading } from './testing/plain-message.fixture.ts'
import { anyCondition, anyTest } from './testing/random-conditions.fixture.ts'
import { anyReading } from './testing/random-messages.fixture.ts'
import type { Condition, Test, TextField, TextOperator } from './tree.ts'

const text = (field: TextField, operator: TextOperator, ...values: string[]): Test => ({ field, operator, values })
const header = (name: string, operator: TextOperator, ...values: string[]): Test => ({ field: 'header', name, operator, values })
const view = plainReading({
  from: [{ name: 'Anna Boss', address: 'anna@xn--mnchen-3ya.example' }],
  cc: [{ name: '', address: 'team@example.com' }],
  headers: [{ name: 'List-Id', value: '<news.list.example>' }],
  attachments: [{ name: 'invoice.pdf', type: 'application/pdf', sizeBytes: 900 }],
})

test.each<[string, Condition, boolean]>([
  ['a subject in other case', text('subject', 'contains', 'INVOICE'), true],
  ['any one of several values', text('subject', 'contains', 'receipt', 'invoice'), true],
  ['none of several values', text('subject', 'contains', 'receipt', 'bill'), false],
  ['a full subject', text('subject', 'is', 'invoice 42'), true],
  ['part of a subject, compared in full', text('subject', 'is', 'invoice'), false],
  ['the start of a subject', text('subject', 'starts', 'inv'), true],
  ['the end of a subject', text('subject', 'ends', '42'), true],
  ['a wildcard over the full subject', text('subject', 'wildcard', 'inv* ??'), true],
  ['a wildcard that reads only a part', text('subject', 'wildcard', 'inv*e'), false],
  ['words that the body breaks over two lines', text('body', 'contains', 'attached your invoice'), true],
  ['the last words of a body before its line end', text('body', 'ends', 'invoice.'), true],
  ['an address', text('from', 'is', 'anna@xn--mnchen-3ya.example'), true],
  ['an address by the letters of its domain', text('from', 'is', 'anna@münchen.example'), true],
  ['a domain by its letters', text('from', 'ends', '@MÜNCHEN.example'), true],
  ['a name', text('from', 'is', 'anna boss'), true],
  ['a name and the beginning of its address', text('from', 'contains', 'Boss <anna'), true],
  ['a name compared with an address', text('from', 'is', 'boss'), false],
  ['a person in cc, searched in to', text('to', 'contains', 'team@'), false],
  ['a person in cc', text('cc', 'starts', 'team@'), true],
  ['a header in other case', header('list-id', 'contains', 'news.list'), true],
  ['a header that is missing', header('X-Spam', 'wildcard', '*'), false],
  ['an attachment', { field: 'attachment', operator: 'exists' }, true],
  ['no attachment', { field: 'attachment', operator: 'missing' }, false],
  ['more than its size', { field: 'size', operator: 'over', bytes: 1200 }, false],
  ['less than a larger size', { field: 'size', operator: 'under', bytes: 1201 }, true],
  ['a value of invisible characters alone', text('subject', 'contains', '\u00ad\u200b'), false],
  ['all of two that hold', { all: [text('subject', 'contains', 'invoice'), text('from', 'contains', 'anna')] }, true],
  ['all where one fails', { all: [text('subject', 'contains', 'invoice'), text('from', 'contains', 'bob')] }, false],
  ['any where one holds', { any: [text('subject', 'contains', 'bill'), text('from', 'contains', 'anna')] }, true],
  ['none where one holds', { none: [text('subject', 'contains', 'bill'), text('from', 'contains', 'anna')] }, false],
  ['none of none', { none: [{ none: [text('from', 'contains', 'anna')] }] }, true],
])('%s: %j is %j', (_, condition, held) => {
  expect(matches(condition, view)).toBe(held)
})

test('an encoded domain in the filter matches the decoded domain', () => {
  const written = plainReading({ from: [{ name: '', address: 'anna@münchen.example' }] })
  expect(matches(text('from', 'ends', '@xn--mnchen-3ya.example'), written)).toBe(true)
})

test('an email without people matches no test about people', () => {
  expect(matches(text('to', 'wildcard', '*'), plainReading({ to: [] }))).toBe(false)
})

test('groups combine their parts logically', () => {
  fc.assert(
    fc.property(fc.array(anyCondition, { minLength: 1, maxLength: 4 }), anyReading, (parts, message) => {
      const each = parts.map(part => matches(part, message))
      expect(matches({ all: parts }, message)).toBe(!each.includes(false))
      expect(matches({ any: parts }, message)).toBe(each.includes(true))
      expect(matches({ none: parts }, message)).toBe(!each.includes(true))
    }),
  )
})

test('a test with several values equals any of the tests with one value', () => {
  fc.assert(
    fc.property(anyTest, anyReading, (one, message) => {
      if (!('values' in one)) return
      expect(matches(one, message)).toBe(one.values.some(value => matches({ ...one, values: [value] }, message)))
    }),
  )
})

test('a text that is equal also starts with, ends with, contains and matches as a wildcard', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter(s => s.trim() !== ''),
      subject => {
        const message = plainReading({ subject: subject.toUpperCase() })
        if (!matches(text('subject', 'is', subject), message)) return expect(subject).toMatch(/^[\s\p{DI}]*$/u)
        for (const operator of ['starts', 'ends', 'contains', 'wildcard'] as const)
          expect(matches(text('subject', operator, subject), message)).toBe(true)
      },
    ),
  )
})
