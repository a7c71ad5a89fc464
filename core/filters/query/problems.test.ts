// Tests that problems in typed queries are located, several at once, and that nothing throws.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureMs } from '../../text/timing.fixture.ts'
import { parseQuery } from './parse.ts'

/** Each problem as `code: the text it points to`. */
const problemsIn = (text: string): string[] =>
  parseQuery(text).problems.map(({ code, at }) => `${code.slice('query.'.length)}: ${text.slice(at.start, at.end)}`)

test.each([
  ['', 'empty: '],
  ['   ', 'empty:    '],
  ['from:', 'value_missing: from:'],
  ['from: bank', 'value_missing: from:'],
  ['from:^', 'value_missing: ^'],
  ['subject:""', 'value_empty: ""'],
  ['subject:"open x', 'quote_open: "open x'],
  ['subject:/open x', 'slash_open: /open'],
  ['subject:/a/b', 'slash_open: /a/b'],
  ['subject:/a(b/', 'pattern: ('],
  ['subject:/a(?=b)/', 'pattern: (?='],
  ['subject:/\\/(/', 'pattern: /\\/(/'],
  ['a (b', 'group_open: ('],
  ['a ()', 'group_empty: ()'],
  ['a b)', 'closer_extra: )'],
  ['(a}', 'closer_extra: }'],
  ['a - b', 'minus_alone: -'],
  ['a OR', 'join_alone: OR'],
  ['OR a', 'join_alone: OR'],
  ['a OR AND b', 'join_alone: AND'],
  ['{a AND b}', 'and_in_braces: AND'],
  ['a NOT b', 'not: NOT'],
  ['a AROUND 5 b', 'around: AROUND'],
  ['fron:bank', 'field_near: fron'],
  ['subjcet:x', 'field_near: subjcet'],
  ['colour:(red blue) x', 'field_unknown: colour'],
  ['subject:from:x', 'field_nested: from:x'],
  ['subject:(a from:x)', 'field_nested: from:x'],
  ['header:', 'header_missing: header:'],
  ['header:x-spam', 'header_value: header:x-spam'],
  ['to:me', 'me: me'],
  ['bcc:a', 'bcc: bcc'],
  ['label:work', 'label: label'],
  ['category:promotions', 'category: category'],
  ['in:inbox', 'in: in'],
  ['older_than:2d', 'relative: older_than'],
  ['is:unread', 'is_dealt_with: unread'],
  ['is:nice', 'is_unknown: nice'],
  ['has:drive', 'has_unknown: drive'],
  ['larger:big', 'size: big'],
  ['larger:0', 'size: 0'],
  ['attachmentsize:>', 'attachment_size: >'],
  ['attachments:1001', 'count: 1001'],
  ['amount:500', 'amount: 500'],
  ['amount:>1,000', 'amount: >1,000'],
  ['amount:>5XQZ', 'amount: >5XQZ'],
  ['amount:250..100', 'amount: 250..100'],
  ['after:04/16/2004', 'day: 04/16/2004'],
  ['after:2025-02-29', 'day: 2025-02-29'],
  ['day:someday', 'weekday: someday'],
  ['hour:25-6', 'hour: 25-6'],
  ['dkim:maybe', 'auth: maybe'],
  ['exact:x', 'exact: exact:'],
  ['exact:{"a":1}', 'exact: {"a":1}'],
])('%s', (text, ...problems) => {
  expect(problemsIn(text).slice(0, 1)).toEqual(problems)
  expect(parseQuery(text).condition).toBeNull()
})

test('several problems are reported at once, and none hides another', () => {
  expect(problemsIn('is:unread from:a OR in:inbox larger:x subject:y')).toEqual(['is_dealt_with: unread', 'in: in', 'size: x'])
})

test('a query beyond the limits is refused as a whole', () => {
  const many = Array.from({ length: 501 }, (_, i) => `(from:a${i} subject:b${i})`).join(' OR ')
  expect(parseQuery(many).problems[0]?.code).toBe('query.too_many')
  expect(parseQuery(`${'-(a '.repeat(30)}b${')'.repeat(30)}`).problems[0]?.code).toBe('query.too_deep')
  expect(parseQuery('x '.repeat(600_000)).problems[0]?.code).toBe('query.too_long')
})

const piece = fc.oneof(
  fc.constantFrom(
    '"',
    '(',
    ')',
    '{',
    '}',
    '-',
    ':',
    '/',
    '\\',
    ' ',
    'OR ',
    'AND ',
    'from:',
    'has:',
    'header:',
    'exact:{',
    'in:',
    'is:',
    '^',
    '$',
    '~',
    '*',
    '“',
    '”',
  ),
  fc.constantFrom(
    'subject:(',
    '-{',
    '--',
    'larger:',
    'day:mon',
    'hour:22-6',
    '\\u{110000}',
    'regexp:"',
    '\ud800',
    '\u0000',
    'subject:/(a+)+$/',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

test('any text is read within 50 ms without throwing, and every problem points into it', () => {
  let slowest = 0
  fc.assert(
    fc.property(anyText, text => {
      const { condition, problems } = parseQuery(text)
      slowest = Math.max(
        slowest,
        measureMs(Date.now, () => parseQuery(text), 50),
      )
      expect(condition === null).toBe(problems.length > 0)
      for (const { at } of problems) expect(0 <= at.start && at.start <= at.end && at.end <= text.length).toBe(true)
    }),
    { numRuns: 10_000 },
  )
  expect(slowest).toBeLessThan(50)
})
