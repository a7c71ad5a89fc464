// Tests that a printed query parses back to the same condition.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionsIn, isTest } from '../edit.ts'
import { normalize, simplify } from '../normalize.ts'
import { patternProblem } from '../pattern.ts'
import { anyCondition, anyTest, conditionsOf } from '../testing/random-conditions.fixture.ts'
import { type Condition, Condition as ConditionShape, type Test, TextField, TextOperator } from '../tree.ts'
import { parseQuery } from './parse.ts'
import { printInOrder, printQuery, printTopConditions } from './print.ts'

const hostile = fc.oneof(
  fc.constantFrom(
    'OR',
    'AND',
    'NOT',
    'AROUND',
    'me',
    'in:x',
    'from:a',
    'a:b',
    '-a',
    '+a',
    '=a',
    '^a',
    '~a',
    '/a/',
    'a$',
    '$',
    '*',
    'a*b',
    '?',
  ),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    'a\\',
    '\\u{41}',
    '”',
    '“a”',
    '(',
    '{a}',
    ')',
    'a b',
    'news@list.example',
    '#1',
    '<a@b>',
    'C:\\new',
    '👨‍👩‍👧',
    '\\/',
  ),
  fc.constantFrom(
    'שלום',
    '\u202egnp.exe',
    'a\u0000b',
    'a\nb',
    'a\r\nb',
    '\ud83d',
    'é',
    'a\u200bb',
    '\u2028a',
    'a\u00a0b',
    '…',
    'x\u{e0001}',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[a-z0-9"\\(){}:*$^~/ =-]{1,12}$/),
)
const value = hostile.filter(text => text.trim() !== '')
const pattern = fc.oneof(
  fc.constantFrom('a/b', 'https?:\\/\\/x', '\\d+$', '[/]', '(a|b)', '"', 'a b', '\\\\', '\\"', '^Re:', '(?i)x', '/', '\\/'),
  value.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
)
const hostileTest: fc.Arbitrary<Test> = fc
  .record({
    field: fc.constantFrom(...TextField.options, 'header' as const),
    operator: fc.constantFrom(...TextOperator.options, 'in_list' as const),
  })
  .chain(({ field, operator }): fc.Arbitrary<Test> => {
    const searched = field === 'header' ? value.map(name => ({ field, name })) : fc.constant({ field })
    if (operator === 'in_list') return fc.tuple(searched, value).map(([where, list]): Test => ({ ...where, operator, list }))
    const values = fc.array(operator === 'regexp' ? pattern : value, { minLength: 1, maxLength: 3 })
    return fc.tuple(searched, values).map(([where, what]): Test => ({ ...where, operator, values: what }))
  })
const exact: fc.Arbitrary<Test> = fc.record({
  field: fc.constant('exact' as const),
  read: fc.record({ kind: fc.constant('header' as const), names: fc.array(hostile, { minLength: 1, maxLength: 2 }) }),
  compare: fc.constantFrom('ascii' as const, 'octets' as const, 'number' as const),
  operator: fc.constantFrom('is' as const, 'contains' as const, 'over' as const),
  values: fc.array(fc.oneof(hostile, fc.constant('')), { minLength: 1, maxLength: 3 }),
})
const leaf = fc.oneof({ weight: 5, arbitrary: hostileTest }, { weight: 2, arbitrary: anyTest }, { weight: 1, arbitrary: exact })
const hostileCondition = conditionsOf(leaf)

const testsOf = (condition: Condition): Test[] => (isTest(condition) ? [condition] : conditionsIn(condition).flatMap(testsOf))
/** A valid condition: it fits the shape, and its patterns compile. */
const isSound = (condition: Condition): boolean =>
  ConditionShape.safeParse(condition).success &&
  testsOf(condition).every(
    test => !('values' in test) || test.operator !== 'regexp' || test.values.every(one => !patternProblem(one.trim())),
  )

const numRuns = 400

test('a printed condition parses back to its normal form and prints the same again', () => {
  fc.assert(
    fc.property(fc.oneof(hostileCondition, anyCondition).filter(isSound), condition => {
      const text = printQuery(condition)
      expect(parseQuery(text)).toEqual({ condition: normalize(condition), problems: [] })
      expect(printQuery(normalize(condition))).toBe(text)
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }),
    { numRuns },
  )
})

test('printing in order keeps the order', () => {
  fc.assert(
    fc.property(hostileCondition.filter(isSound), condition => {
      const { condition: read, problems } = parseQuery(printInOrder(condition))
      expect(problems).toEqual([])
      expect(read && normalize(read)).toEqual(normalize(condition))
      // A double negation may move.
      if (!deniesTwice(condition)) expect(read).toEqual(simplify(condition))
    }),
    { numRuns },
  )
})

const deniesTwice = (condition: Condition, isDenied = false): boolean =>
  !isTest(condition) &&
  (('none' in condition && isDenied) || conditionsIn(condition).some(part => deniesTwice(part, isDenied || 'none' in condition)))

test('its parts side by side are the full query', () => {
  fc.assert(
    fc.property(hostileCondition.filter(isSound), condition => {
      expect(parseQuery(printTopConditions(condition).join(' ')).condition).toEqual(normalize(condition))
    }),
    { numRuns: 300 },
  )
})

test('an invalid pattern is located', () => {
  const text = printQuery({
    all: [
      { field: 'from', operator: 'contains', values: ['a'] },
      { field: 'subject', operator: 'regexp', values: ['('] },
    ],
  })
  expect(parseQuery(text)).toEqual({
    condition: null,
    problems: [{ code: 'query.pattern', at: { start: 16, end: 17 }, values: { why: 'unclosed' } }],
  })
})
