// Tests prices: cheap tests run first, and ordinary emails never come near the budget.
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import type { ExactTest } from '../exact/test.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import type { Condition, Test, TextField } from '../tree.ts'
import { compile } from './compile.ts'
import { mayExplode } from './plan.ts'
import { messageBudget, relativeCost, testPrice } from './price.ts'
import { filterResult, startRun } from './run.ts'

const filterOf = (condition: Condition, i: number): Filter => ({ id: `${i}`, name: '', paused: false, condition, actions: [] })
const text = (field: TextField, operator: 'contains' | 'regexp' | 'wildcard', ...values: string[]): Test => ({ field, operator, values })

/** The work that evaluating all filters takes, and how many stay undecided. */
function asking(conditions: Condition[], input = plainReading()) {
  const run = startRun(compile(conditions.map(filterOf), input.lists), input)
  const open = conditions.filter((_, i) => filterResult(run, i) === null).length
  return { spent: messageBudget - run.budgetLeft, open, run }
}

test('facts and headers are tested before texts, and regexps last', () => {
  const rising: Test[] = [
    { field: 'automated', operator: 'is' },
    text('subject', 'contains', 'a'),
    text('body', 'contains', 'a'),
    text('subject', 'regexp', 'a'),
    { field: 'language', operator: 'is', values: ['en'] },
  ]
  expect(rising.map(relativeCost)).toEqual(rising.map(relativeCost).toSorted((a, b) => a - b))
})

test('the body is not read if the size decides', () => {
  const small: Test = { field: 'size', operator: 'under', bytes: 10 }
  const { run } = asking([{ all: [{ none: [text('body', 'contains', 'a')] }, small] }])
  expect(run.input.values.size).toBe(0)
})

const letter = 'Dear customer, please find the invoice 4711 of your order attached.\n'

test('five hundred filters of every kind fit into half the budget for an ordinary email', () => {
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

test('an imported script with three hundred header tests fits into the budget for any headers', () => {
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
])('a pattern whose states may explode is expensive: %s', pattern => {
  const input = plainReading({ body: 'abba'.repeat(1000) })
  const [planned] = compile([filterOf(text('body', 'regexp', pattern), 0)], input.lists).plan.tests
  if (!planned?.words) throw new Error('There is no such test.')
  const patterns = planned.words.patterns.map(one => ({ ...one, mayExplode: false }))
  const plain = testPrice({ ...planned, words: { ...planned.words, patterns } }, input)
  expect(testPrice(planned, input)).toBeGreaterThan(2 * plain)
})

test.each([
  '\\d{4}-\\d{2}-\\d{2}',
  'invoice|bill|receipt|payment|order|parcel|ticket|booking|refund|due|paid|total',
  '[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}',
])('patterns that people write are cheap: %s', pattern => expect(mayExplode(pattern)).toBe(false))

test('patterns with many states do not all fit, and the budget is never overdrawn', () => {
  const { spent, open } = asking(
    Array.from({ length: 100 }, (_, i) => text('body', 'regexp', `[ab]*a[ab]{${i + 10}}c`)),
    plainReading({ body: 'abba'.repeat(16_000) }),
  )
  expect(open).toBeGreaterThan(50)
  expect(spent).toBeLessThanOrEqual(messageBudget)
})
