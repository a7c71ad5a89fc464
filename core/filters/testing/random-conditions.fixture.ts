// Random conditions for property tests, with words and bounds that random messages often match.
import fc from 'fast-check'
import { BadgeWanted } from '../../message/sender-check/badge.ts'
import { type AmountTest, type Condition, type Test, TextField, type TextTest, Weekday } from '../tree.ts'
import { address, anyTime, checked, word } from './random-messages.fixture.ts'

const value = fc.oneof(
  word,
  address,
  fc.constantFrom('münchen', '@', '\u00ad', 'boss', 'example', 'STRASSE <'),
  fc.string({ minLength: 1, maxLength: 6 }).filter(text => text.trim() === text),
)
/** Realistic values for these fields. */
const realistic: Partial<Record<TextField, fc.Arbitrary<string>>> = {
  sender_domain: fc.constantFrom('example.co.uk', 'example.com', 'b.example.co.uk', 'mail.example.com', 'münchen.example', 'com'),
  attachment_type: fc.constantFrom('pdf', 'image', 'document', 'archive', 'text', 'gz', 'png', 'text/plain', 'application/'),
  attachment_name: fc.constantFrom('invoice.pdf', 'strasse 42.png', 'A.TAR.GZ', '.pdf', 'b'),
  list: fc.constantFrom('news.list.example', 'Team', 'a.b.example', '<news.list.example>'),
  mailbox: fc.constantFrom('boss', 'a', 'example.com', 'münchen.example', 'boss@example.com'),
  language: fc.constantFrom('en', 'EN', 'de'),
}
const wildcard = fc.constantFrom(
  '*',
  '?',
  '??',
  'inv*',
  '* 42',
  'a*a',
  'a*ba',
  'ab*ba',
  'a?a',
  '*42*',
  '?2',
  '*@example.*',
  'stra??e',
  '*.pdf',
  '?*',
)
const pattern = fc.constantFrom('inv.*e', '^a', '4\\d', 'stra(ss|ß)e', '(a|b)+$', '[^@]+@example', '(?-i)STRASSE', '\\bpaid\\b', '(')
const anyField: fc.Arbitrary<{ field: TextField } | { field: 'header'; name: string }> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ field: fc.constantFrom(...TextField.options) }) },
  {
    weight: 1,
    arbitrary: fc.record({ field: fc.constant('header' as const), name: fc.constantFrom('List-ID', 'X-Spam', 'x-spam', 'in-reply-to') }),
  },
)
const wordsFor = (field: TextField | 'header'): fc.Arbitrary<Pick<TextTest, 'operator' | 'values'>> => {
  const one = (field !== 'header' && realistic[field]) || value
  const some = (each: fc.Arbitrary<string>) => fc.array(each, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ operator: fc.constantFrom('contains', 'is', 'starts', 'ends'), values: some(fc.oneof(one, value)) }),
    },
    { weight: 1, arbitrary: fc.record({ operator: fc.constant('wildcard'), values: some(fc.oneof(one, wildcard)) }) },
    { weight: 1, arbitrary: fc.record({ operator: fc.constant('regexp'), values: some(pattern) }) },
  )
}
const wordsTest: fc.Arbitrary<TextTest> = anyField.chain(where => wordsFor(where.field).map(what => ({ ...where, ...what })))
const presence = fc.record({ operator: fc.constantFrom('exists' as const, 'missing' as const) })
const truth = fc.constantFrom('is' as const, 'is_not' as const)
const side = fc.constantFrom('over' as const, 'under' as const)
const timeOfDay = anyTime.map(time => time.slice(11, 16))
const day = anyTime.map(time => time.slice(0, 10))

const sum = fc.constantFrom(0, 42, 42.5, 500, 1200)
const currency = fc.constantFrom(undefined, 'EUR', 'USD', 'MXN')
const withoutUndefined = ({ currency: code, ...test }: AmountTest): AmountTest => (code === undefined ? test : { ...test, currency: code })

export const anyTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 8, arbitrary: wordsTest },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyField, fc.constantFrom('Mine', 'Lost'))
      .map(([where, list]) => ({ ...where, operator: 'in_list' as const, list })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.oneof(anyField, fc.constant({ field: 'attachment' as const })), presence).map(([a, b]) => ({ ...a, ...b })),
  },
  fc.record({
    field: fc.constantFrom('size' as const, 'attachment_size' as const),
    operator: side,
    bytes: fc.constantFrom(1, 500, 1000, 2000),
  }),
  fc.record({
    field: fc.constant('attachment_count' as const),
    operator: fc.constantFrom('over' as const, 'under' as const, 'is' as const),
    count: fc.nat(3),
  }),
  fc
    .record({
      field: fc.constant('amount' as const),
      operator: fc.constantFrom('over' as const, 'at_least' as const, 'under' as const, 'at_most' as const),
      amount: sum,
      currency,
    })
    .map(withoutUndefined),
  fc.tuple(sum, sum, currency).map(([a, b, code]) =>
    withoutUndefined({
      field: 'amount' as const,
      operator: 'between' as const,
      from: Math.min(a, b),
      to: Math.max(a, b),
      currency: code,
    }),
  ),
  fc.record({
    field: fc.constant('date' as const),
    operator: fc.constantFrom('before' as const, 'on' as const, 'on_or_after' as const),
    day,
  }),
  fc.record({
    field: fc.constant('weekday' as const),
    operator: fc.constant('in' as const),
    days: fc.subarray(Weekday.options, { minLength: 1 }),
  }),
  fc.record({ field: fc.constant('hour' as const), operator: fc.constant('between' as const), from: timeOfDay, to: timeOfDay }),
  fc.record({
    field: fc.constant('auth' as const),
    check: fc.constantFrom('spf' as const, 'dkim' as const, 'dmarc' as const, 'any' as const),
    operator: fc.constant('is' as const),
    verdict: checked,
  }),
  fc.record({
    field: fc.constantFrom('automated' as const, 'newsletter' as const, 'reply' as const, 'first_time_sender' as const),
    operator: truth,
  }),
  fc.record({
    field: fc.constant('calendar' as const),
    operator: truth,
    method: fc.constantFrom('any' as const, 'request' as const, 'cancel' as const, 'reply' as const),
  }),
  fc.record({ field: fc.constant('sender_badge' as const), operator: truth, wanted: fc.constantFrom(...BadgeWanted.options) }),
)

/** Nested groups of such tests; a group has at most `mostMembers` members. */
export const conditionsOf = (test: fc.Arbitrary<Test>, mostMembers = 4): fc.Arbitrary<Condition> =>
  fc.letrec<{ node: Condition }>(tie => {
    const members = fc.array(tie('node'), { minLength: 1, maxLength: mostMembers })
    return {
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        test,
        fc.record({ all: members }),
        fc.record({ any: members }),
        fc.record({ none: members }),
      ),
    }
  }).node

export const anyCondition = conditionsOf(anyTest)
