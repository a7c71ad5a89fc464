// What questions cost: cheap ones come first, and ordinary mails never come near their budget.
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import type { ExactTest } from '../exact/test.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import type { Condition, Test, TextField } from '../tree.ts'
import { compile } from './compile.ts'
import { costOfTest, messageBudget, priceOfTest } from './price.ts'
import { openRun, resultOf } from './run.ts'
import { maySpread } from './spread.ts'

const filterOf = (condition: Condition, i: number): Filter => ({ id: `${i}`, name: '', paused: false, condition, actions: [] })
const text = (field: TextField, operator: 'contains' | 'regexp' | 'wildcard', ...values: string[]): Test => ({ field, operator, values })

/** What asking all of them takes, and how many stay open. */
function asking(conditions: Condition[], reading = plainReading()) {
  const run = openRun(compile(conditions.map(filterOf), reading.lists), reading)
  const open = conditions.filter((_, i) => resultOf(run, i) === null).length
  return { spent: messageBudget - run.left, open, run }
}

test('facts and headers are asked before texts, and regexps after both', () => {
  const rising: Test[] = [
    { field: 'automated', operator: 'is' },
    text('subject', 'contains', 'a'),
    text('body', 'contains', 'a'),
    text('subject', 'regexp', 'a'),
    { field: 'language', operator: 'is', values: ['en'] },
  ]
  expect(rising.map(costOfTest)).toEqual(rising.map(costOfTest).toSorted((a, b) => a - b))
})

test('what the size decides, the body is not read for', () => {
  const small: Test = { field: 'size', operator: 'under', bytes: 10 }
  const { run } = asking([{ all: [{ none: [text('body', 'contains', 'a')] }, small] }])
  expect(run.reading.values.size).toBe(0)
})

const letter = 'Dear customer, please find the invoice 4711 of your order attached.\n'

test('five hundred filters of every kind, many of them looked at alone, fit an ordinary mail twice', () => {
  const kinds = (i: number): Condition[] => [
    { all: [text('from', 'contains', `shop${i}.example`), text('any', 'contains', `invoice ${i}`)] },
    { none: [text('whole_body', 'wildcard', `*order ?${i}*`), { field: 'newsletter', operator: 'is' }] },
    i % 5 === 0 ? text('body', 'regexp', `\\border #?\\d{4,6}-${i}\\b`) : text('reply_to', 'contains', `desk${i}@`),
    { any: [{ field: 'hour', operator: 'between', from: '08:00', to: '18:00' }, text('subject', 'contains', `word ${i}`)] },
  ]
  const { spent, open } = asking(Array.from({ length: 125 }, (_, i) => kinds(i)).flat(), plainReading({ body: letter.repeat(100) }))
  expect(open).toBe(0)
  expect(spent).toBeLessThan(messageBudget / 2)
})

test('an imported script of three hundred header tests fits, whatever the headers', () => {
  const headers = Array.from({ length: 100 }, (_, i) => ({ name: `X-Header-${i % 20}`, value: 'x'.repeat(200) }))
  const exact = (i: number): ExactTest => ({
    field: 'exact',
    read: { kind: 'header', names: [`X-Header-${i % 20}`] },
    compare: 'ascii',
    operator: i % 2 ? 'contains' : 'wildcard',
    values: [`y${i}`],
  })
  expect(
    asking(
      Array.from({ length: 300 }, (_, i) => exact(i)),
      plainReading({ headers }),
    ).open,
  ).toBe(0)
})

test.each([
  'a[ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab][ab]c',
  `${'(?:a|aa)'.repeat(10)}c`,
  `${'a+a*'.repeat(10)}c`,
  `a${'\\w'.repeat(14)}!`,
  `a${'.'.repeat(14)}!`,
  'a.{30}c',
])('a pattern that may be at many places at once is dear: %s', pattern => {
  const reading = plainReading({ body: 'abba'.repeat(1000) })
  const [planned] = compile([filterOf(text('body', 'regexp', pattern), 0)], reading.lists).plan.tests
  if (!planned?.words) throw new Error('There is no such test.')
  const patterns = planned.words.patterns.map(one => ({ ...one, spreads: false }))
  const plain = priceOfTest({ ...planned, words: { ...planned.words, patterns } }, reading)
  expect(priceOfTest(planned, reading)).toBeGreaterThan(2 * plain)
})

test.each([
  '\\d{4}-\\d{2}-\\d{2}',
  'invoice|bill|receipt|payment|order|parcel|ticket|booking|refund|due|paid|total',
  '[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}',
])('what people write is not: %s', pattern => expect(maySpread(pattern)).toBe(false))

test('patterns that meet every instruction at every letter do not all fit, and the budget is never overdrawn', () => {
  const { spent, open } = asking(
    Array.from({ length: 100 }, (_, i) => text('body', 'regexp', `[ab]*a[ab]{${i + 10}}c`)),
    plainReading({ body: 'abba'.repeat(16_000) }),
  )
  expect(open).toBeGreaterThan(50)
  expect(spent).toBeLessThanOrEqual(messageBudget)
})
