// Tests that the engine agrees with `matches` for every filter.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import { matches } from '../match.ts'
import { hostileCondition, hostileReading } from '../testing/hostile-conditions.fixture.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { anyCondition, anyTest } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import type { Condition, Test } from '../tree.ts'
import { compile, type Engine } from './compile.ts'
import { filterResult, startRun, testResult } from './run.ts'

const filterOf = (condition: Condition, i: number): Filter => ({ id: `${i}`, name: `${i}`, paused: false, condition, actions: [] })
const engineOf = (conditions: Condition[], input: FilterInput): Engine => compile(conditions.map(filterOf), input.lists)
/** The same email with empty caches. */
const afresh = ({ view, arrival, lists }: FilterInput): FilterInput => toFilterInput(view, arrival, lists)

function engineResults(engine: Engine, input: FilterInput, budget?: number): (boolean | null)[] {
  const run = startRun(engine, afresh(input), budget)
  return engine.filters.map((_, i) => filterResult(run, i))
}

const naiveResults = (conditions: Condition[], input: FilterInput): boolean[] => conditions.map(condition => matches(condition, input))
const many = (condition: fc.Arbitrary<Condition>) => fc.array(condition, { minLength: 100, maxLength: 300, size: 'max' })
const readings = fc.oneof(anyReading, hostileReading)

test('each kind of test agrees with matches', () => {
  fc.assert(
    fc.property(fc.array(anyTest, { minLength: 1, maxLength: 12 }), anyReading, (tests, input) => {
      expect(engineResults(engineOf(tests, input), input)).toEqual(naiveResults(tests, input))
    }),
    { numRuns: 500 },
  )
})

test('hundreds of filters agree with matches for any strings', () => {
  fc.assert(
    fc.property(many(fc.oneof(anyCondition, hostileCondition)), readings, (conditions, input) => {
      expect(engineResults(engineOf(conditions, input), input)).toEqual(naiveResults(conditions, input))
    }),
    { numRuns: 12 },
  )
})

test('within any budget a result is correct or null, and the same on every run', () => {
  const counts = { none: 0, some: 0 }
  fc.assert(
    fc.property(fc.array(hostileCondition, { minLength: 1, maxLength: 30 }), readings, fc.nat(8000), (conditions, input, budget) => {
      const engine = engineOf(conditions, input)
      const answers = engineResults(engine, input, budget)
      for (const [i, answer] of answers.entries()) {
        counts[answer === null ? 'none' : 'some'] += 1
        if (answer !== null) expect(answer).toBe(naiveResults(conditions, input)[i])
      }
      expect(engineResults(engine, input, budget)).toEqual(answers)
    }),
    { numRuns: 320 },
  )
  expect(Math.min(counts.none, counts.some)).toBeGreaterThan(300)
})

// Each case breaks a correct engine, and the comparison above must detect it.
test.each<[string, (engine: Engine) => Engine]>([
  ['no test triggers any filter', engine => ({ ...engine, filtersByTest: [] })],
  ['filters without triggers are skipped', engine => ({ ...engine, alwaysEvaluated: [] })],
  ['a possible match is taken as proof', engine => withFinders(engine, finder => finder | 1)],
  ['a hit counts for the previous test', engine => withFinders(engine, finder => Math.max(0, finder - 2))],
  ['none is read as any', engine => withKinds(engine, kind => (kind === 'none' ? 'any' : kind))],
  ['all is read as any', engine => withKinds(engine, kind => (kind === 'all' ? 'any' : kind))],
])('a planted bug is caught: %s', (_, breakEngine) => {
  const found = fc.check(
    fc.property(many(hostileCondition), hostileReading, (conditions, input) => {
      expect(engineResults(breakEngine(engineOf(conditions, input)), input)).toEqual(naiveResults(conditions, input))
    }),
    { numRuns: 30, endOnFailure: true },
  )
  expect(found.failed).toBe(true)
})

const withFinders = (engine: Engine, change: (finder: number) => number): Engine => ({
  ...engine,
  fields: engine.fields.map(field => ({ ...field, finders: field.finders.map(finders => finders.map(change)) })),
})

type Kind = Engine['plan']['nodes'][number]['kind']
const withKinds = (engine: Engine, change: (kind: Kind) => Kind): Engine => ({
  ...engine,
  plan: { ...engine.plan, nodes: engine.plan.nodes.map(node => ({ ...node, kind: change(node.kind) })) },
})

const subject = (...values: string[]): Test => ({ field: 'subject', operator: 'contains', values })

test('tests and groups shared by several filters are stored once', () => {
  const group = () => ({ all: [subject('invoice'), { field: 'size' as const, operator: 'over' as const, bytes: 10 }] })
  const { plan } = engineOf([group(), { none: [group()] }, { all: [group(), subject('paid')] }, subject('invoice')], plainReading())
  expect([plan.tests.length, plan.nodes.filter(node => node.kind !== 'test').length]).toEqual([3, 3])
})

test('an email with no trigger evaluates no filter and reads no field twice', () => {
  const body: Test = { field: 'body', operator: 'contains', values: ['x'] }
  const conditions: Condition[] = Array.from({ length: 100 }, (_, i) => ({ all: [subject(`word ${i}`), body] }))
  const run = startRun(engineOf(conditions, plainReading()), plainReading())
  expect(run.mayHold.every(isAwake => isAwake === 0)).toBe(true)
  expect([...run.input.values.keys()]).toEqual(['subject'])
})

test('a paused filter is left out, and a test from no filter has no result', () => {
  const engine = compile([{ ...filterOf(subject('invoice'), 0), paused: true }], new Map())
  expect(engine.filters).toEqual([])
  expect(testResult(startRun(engine, plainReading()), subject('invoice'))).toBeNull()
})
