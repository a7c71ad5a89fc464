// Tests lint proofs: planted cases that must be found, and random emails that must never refute a proof.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureMs } from '../../text/timing.fixture.ts'
import type { FilterInput } from '../fields.ts'
import { matches } from '../match.ts'
import { mailsAround } from '../testing/matching-messages.fixture.ts'
import { anyCondition, anyTest } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import type { Condition, Lists, Test } from '../tree.ts'
import { newReasoner, toClaim } from './reason.ts'

const lists: Lists = new Map([
  ['Mine', new Set(['boss@example.com', '42'])],
  ['More', new Set(['boss@example.com', '42', 'invoice'])],
  ['Empty', new Set<string>()],
])
const reasoner = () => newReasoner(null, { left: 1_000_000 })
const claim = (condition: Condition) => toClaim(condition, lists)
const never = (condition: Condition) => reasoner().never(claim(condition))
const always = (condition: Condition) => reasoner().always(claim(condition))
const within = (a: Condition, b: Condition) => reasoner().isWithin(claim(a), claim(b))

const t = (field: string, operator: string, ...values: string[]): Condition => ({ field, operator, values }) as Test
const subject = (operator: string, ...values: string[]) => t('subject', operator, ...values)
const from = (operator: string, ...values: string[]) => t('from', operator, ...values)
const not = (...none: Condition[]): Condition => ({ none })
const all = (...parts: Condition[]): Condition => ({ all: parts })
const any = (...parts: Condition[]): Condition => ({ any: parts })
const is = (field: string, rest: object): Condition => ({ field, ...rest }) as Test
const size = (operator: string, bytes: number) => is('size', { operator, bytes })
const amount = (of: object) => is('amount', of)
const count = (operator: string, n: number) => is('attachment_count', { operator, count: n })
const date = (operator: string, day: string) => is('date', { operator, day })
const hours = (start: string, end: string) => is('hour', { operator: 'between', from: start, to: end })
const weekdays = (...days: string[]) => is('weekday', { operator: 'in', days })
const there = (field: string, operator = 'exists') => is(field, { operator })
const listed = (field: string, list: string) => is(field, { operator: 'in_list', list })
const auth = (check: string, verdict: string) => is('auth', { check, operator: 'is', verdict })
const badge = (wanted: string, operator = 'is') => is('sender_badge', { operator, wanted })
const calendar = (method: string, operator = 'is') => is('calendar', { operator, method })

test.each<[string, Condition]>([
  ['larger and smaller', all(size('over', 5_000_000), size('under', 1_000_000))],
  ['over a bound and not over it', all(size('over', 10), not(size('over', 10)))],
  ['over a bound and not above a lower one', all(size('over', 10), not(size('over', 5)))],
  ['neither over nor under bounds that leave nothing', all(not(size('over', 5)), not(size('under', 6)))],
  ['none of what all demand', all(from('contains', 'bank'), not(from('contains', 'bank')))],
  ['none of what follows from all', all(subject('is', 'invoice 42'), not(subject('contains', 'INVOICE')))],
  ['none of each of the values', all(from('is', 'a@b.example', 'c@b.example'), not(from('ends', '@b.example')))],
  ['an exception that takes it all', all(any(from('contains', 'shop'), from('is', 'shop')), not(t('from', 'contains', 'sh')))],
  ['nested groups', all(any(all(subject('is', 'a'), subject('is', 'b')), all(from('is', 'x'), not(from('is', 'x')))))],
  ['values of invisible letters', subject('contains', '\u00ad')],
  ['an empty list', listed('from', 'Empty')],
  ['a list that is not there', listed('from', 'Gone')],
  ['a subject that starts otherwise', all(subject('starts', 'abc'), subject('is', 'xyz'))],
  ['a subject with two beginnings', all(subject('starts', 'abc'), subject('starts', 'abd'))],
  ['a subject of two texts', all(subject('is', 'abc', 'abd'), subject('is', 'xyz'))],
  ['a subject whose ways are shut one by one', all(subject('is', 'abc', 'xyz'), subject('is', 'abc'), not(subject('starts', 'ab')))],
  ['a missing subject with words', all(there('subject', 'missing'), subject('contains', 'a'))],
  [
    'a missing header with words',
    all(is('header', { name: 'X-A', operator: 'missing' }), is('header', { name: 'x-a', operator: 'wildcard', values: ['*'] })),
  ],
  ['words in neither subject nor body', all(t('any', 'contains', 'a b'), not(subject('contains', 'a'), t('body', 'contains', 'b')))],
  ['somebody who is no recipient', all(t('cc', 'is', 'me@example.com'), not(t('recipient', 'contains', 'me@')))],
  [
    'a list-id that is no list',
    all(is('header', { name: 'List-Id', operator: 'contains', values: ['news'] }), not(t('list', 'contains', 'new'))),
  ],
  ['days that no week has', all(weekdays('mon', 'tue'), weekdays('wed'))],
  ['a date on another weekday', all(date('on', '2026-11-21'), weekdays('mon', 'fri'))],
  ['before and after', all(date('before', '2026-11-21'), date('on_or_after', '2026-11-21'))],
  [
    'a span whose days are shut',
    all(date('on_or_after', '2026-11-20'), date('before', '2026-11-22'), not(date('on', '2026-11-20'), date('on', '2026-11-21'))),
  ],
  ['hours that do not meet', all(hours('08:00', '12:00'), hours('12:00', '18:00'))],
  ['the night without the night', all(hours('22:00', '06:00'), not(hours('21:00', '07:00')))],
  ['files that are not there', all(there('attachment', 'missing'), t('attachment_name', 'ends', '.pdf'))],
  ['more files than there may be', all(count('over', 3), count('under', 5), not(count('is', 4)))],
  ['no files, and a large one', all(count('is', 0), is('attachment_size', { operator: 'over', bytes: 10 }))],
  [
    'no large file, and a larger one',
    all(not(is('attachment_size', { operator: 'over', bytes: 10 })), is('attachment_size', { operator: 'over', bytes: 20 })),
  ],
  ['an amount below nothing', amount({ operator: 'under', amount: 0 })],
  [
    'an amount that is refused',
    all(amount({ operator: 'over', amount: 50, currency: 'EUR' }), not(amount({ operator: 'at_least', amount: 50 }))),
  ],
  ['a check with two verdicts', all(auth('dkim', 'pass'), auth('dkim', 'fail'))],
  ['a verified sender who is warned of', all(badge('verified'), badge('reply_to'))],
  ['a warning for no reason', not(badge('warning', 'is_not'), badge('lookalike'), badge('name'), badge('checks'), badge('reply_to'))],
  ['no verdict at all', not(auth('any', 'pass'), auth('any', 'fail'), auth('any', 'none'))],
  ['a reply that is none', all(is('reply', { operator: 'is' }), is('reply', { operator: 'is_not' }))],
  ['an invitation of no kind', all(calendar('request'), calendar('cancel'))],
  ['an invitation that is none', all(calendar('request'), calendar('any', 'is_not'))],
  ['one pattern, wanted and not', all(subject('regexp', 'a+'), not(subject('regexp', 'a+', 'b')))],
  ['a smaller list within a larger', all(listed('from', 'Mine'), not(listed('from', 'More')))],
  ['a pattern around a word', all(subject('wildcard', 'inv*42'), not(subject('starts', 'in')))],
  ['a word within a pattern', all(subject('contains', 'invoice'), not(subject('wildcard', '*inv?ice*')))],
])('%s can never match', (_, condition) => {
  expect(never(condition)).toBe(true)
  expect(always(not(condition))).toBe(true)
})

test.each<[string, Condition]>([
  ['there or missing', any(there('subject'), there('subject', 'missing'))],
  ['any hour of a whole day', hours('09:00', '09:00')],
  ['any weekday', weekdays('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')],
  ['any subject', subject('wildcard', '*')],
  ['any text at all', t('any', 'regexp', '.*')],
  ['a word or not', any(from('contains', 'a'), not(from('contains', 'a')))],
  ['a longer word or not a shorter', any(not(from('is', 'abc')), from('contains', 'b'))],
  ['over or not over', any(size('over', 5), size('under', 6), size('under', 5), not(size('over', 5)))],
])('%s always matches', (_, condition) => {
  expect(always(condition)).toBe(true)
  expect(never(not(condition))).toBe(true)
})

test.each<[string, Condition, Condition]>([
  ['a longer word', subject('contains', 'invoice 42'), subject('contains', 'invoice')],
  ['a whole text', from('is', 'anna@example.com'), from('ends', '@example.com')],
  ['fewer values', from('contains', 'a', 'b'), from('contains', 'c', 'b', 'a')],
  ['one field of two', t('body', 'contains', 'due'), t('any', 'contains', 'due')],
  ['one of the recipients', t('to', 'is', 'me@example.com'), t('recipient', 'contains', 'me')],
  ['more conditions', all(from('contains', 'bank'), subject('contains', 'code')), from('contains', 'bank')],
  ['fewer ways', from('contains', 'bank'), any(subject('contains', 'code'), from('contains', 'bank'))],
  ['each of the ways', any(subject('is', 'a b'), subject('starts', 'a c')), subject('starts', 'a')],
  [
    'what is split in two',
    from('contains', 'bank'),
    any(all(from('contains', 'ban'), subject('contains', 'x')), not(subject('contains', 'x'))),
  ],
  [
    'fewer exceptions',
    all(from('contains', 'a'), not(subject('contains', 'x'))),
    all(from('contains', 'a'), not(subject('contains', 'x y'))),
  ],
  ['larger', size('over', 10), not(size('under', 10))],
  ['within the hours', hours('23:00', '01:00'), hours('22:00', '02:00')],
  ['words show that it is there', subject('contains', 'a'), there('subject')],
  ['a type shows a file', t('attachment_type', 'is', 'pdf'), there('attachment')],
  ['one file over', is('attachment_size', { operator: 'over', bytes: 20 }), is('attachment_size', { operator: 'over', bytes: 10 })],
  ['a larger amount', amount({ operator: 'over', amount: 20 }), amount({ operator: 'at_least', amount: 20 })],
  ['an amount within', amount({ operator: 'between', from: 20, to: 30 }), amount({ operator: 'at_most', amount: 30 })],
  ['an amount of one currency', amount({ operator: 'over', amount: 20, currency: 'EUR' }), amount({ operator: 'over', amount: 20 })],
  ['a reason to warn', badge('lookalike'), badge('warning')],
  ['a check of its own', auth('spf', 'pass'), auth('any', 'pass')],
  ['a date within', date('on', '2026-11-21'), date('before', '2026-12-01')],
  ['some patterns of many', subject('regexp', 'a+'), subject('regexp', 'b', 'a+')],
])('%s: the first implies the second', (_, a, b) => {
  expect(within(a, b)).toBe(true)
  expect(within(b, a)).toBe(false)
})

test.each<[string, Condition]>([
  ['two senders', all(from('is', 'a@b.example'), from('is', 'c@b.example'))],
  ['a text that is two by its encoded domain', all(subject('is', 'münchen'), subject('contains', 'mnchen'))],
  ['the same, and how it begins', all(subject('is', 'münchen'), subject('starts', 'xn'))],
  [
    'a small and a large file',
    all(is('attachment_size', { operator: 'over', bytes: 20 }), is('attachment_size', { operator: 'under', bytes: 10 })),
  ],
  [
    'a small and a large amount, for an email may state two',
    all(amount({ operator: 'over', amount: 20 }), amount({ operator: 'under', amount: 10 })),
  ],
  [
    'an amount that is refused in another currency',
    all(amount({ operator: 'over', amount: 20, currency: 'EUR' }), not(amount({ operator: 'over', amount: 20, currency: 'USD' }))),
  ],
  ['a header that is empty', all(is('header', { name: 'List-Id', operator: 'exists' }), there('list', 'missing'))],
  ['a day and its weekday', all(date('on', '2026-11-21'), weekdays('sat'))],
  ['all weekdays but one, over a week', all(date('on_or_after', '2026-11-16'), date('before', '2026-11-23'), weekdays('sun'))],
  ['two reasons to warn', all(badge('lookalike'), badge('name'))],
  ['checks of two kinds', all(auth('spf', 'pass'), auth('any', 'fail'))],
  ['sizes at the bound', all(not(size('over', 5)), not(size('under', 5)))],
])('%s is possible', (_, condition) => {
  expect(never(condition)).toBe(false)
})

const pool: FilterInput[] = fc.sample(anyReading, { seed: 42, numRuns: 2000 })
/** Only a few words, so that tests often share one. */
const closeTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 3, arbitrary: anyTest },
  {
    weight: 4,
    arbitrary: fc.record({
      field: fc.constantFrom('subject' as const, 'from' as const, 'any' as const, 'body' as const, 'to' as const, 'recipient' as const),
      operator: fc.constantFrom('contains' as const, 'is' as const, 'starts' as const, 'ends' as const, 'wildcard' as const),
      values: fc.array(fc.constantFrom('a', 'ab', 'b', 'abc', 'x', '*', 'a*', '*b', 'a?c', 'xn--mnchen-3ya', 'münchen'), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
)
const closeCondition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>(tie => {
  const parts = fc.array(tie('node'), { minLength: 1, maxLength: 3 })
  return {
    node: fc.oneof(
      { maxDepth: 3 },
      { weight: 2, arbitrary: closeTest },
      fc.record({ all: parts }),
      fc.record({ any: parts }),
      fc.record({ none: parts }),
    ),
  }
}).node

const runs = 200

test('no email, random or made from the words of the conditions, proves lint wrong', () => {
  const proven = { never: 0, always: 0, within: 0 }
  fc.assert(
    fc.property(fc.oneof(closeCondition, anyCondition), closeCondition, fc.nat(), (a, b, seed) => {
      const mails = () => [...pool, ...mailsAround([a, b], seed)]
      if (never(a)) {
        proven.never += 1
        expect(mails().filter(mail => matches(a, mail))).toEqual([])
      } else if (always(a)) {
        proven.always += 1
        expect(mails().filter(mail => !matches(a, mail))).toEqual([])
      }
      if (within(a, b)) {
        proven.within += 1
        expect(mails().filter(mail => matches(a, mail) && !matches(b, mail))).toEqual([])
      }
    }),
    { numRuns: runs },
  )
  expect(Object.values(proven).reduce((sum, n) => sum + n)).toBeGreaterThan(runs / 50)
})

test('a hostile condition takes bounded time', () => {
  const wide = (i: number) =>
    any(...Array.from({ length: 20 }, (_, n) => all(from('contains', `${i}${n}a`), not(subject('contains', `${n}`)))))
  const hostile = all(...Array.from({ length: 12 }, (_, i) => wide(i)), not(from('contains', 'zzz')))
  const other = wide(99)
  expect(measureMs(Date.now, () => [never(hostile), within(hostile, other)], 1000)).toBeLessThan(1000)
})
