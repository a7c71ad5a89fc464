// The engine says of every filter what `matches` says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import { openReading, type Reading } from '../fields.ts'
import { matches } from '../match.ts'
import { hostileCondition, hostileReading } from '../testing/hostile-conditions.fixture.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import { anyCondition, anyTest } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import type { Condition, Test } from '../tree.ts'
import { compile, type Engine } from './compile.ts'
import { answerTo, openRun, resultOf } from './run.ts'

const filterOf = (condition: Condition, i: number): Filter => ({ id: `${i}`, name: `${i}`, paused: false, condition, actions: [] })
const engineOf = (conditions: Condition[], reading: Reading): Engine => compile(conditions.map(filterOf), reading.lists)
/** The same mail, of which nothing is read yet. */
const afresh = ({ view, arrival, lists }: Reading): Reading => openReading(view, arrival, lists)

function verdicts(engine: Engine, reading: Reading, budget?: number): (boolean | null)[] {
  const run = openRun(engine, afresh(reading), budget)
  return engine.filters.map((_, i) => resultOf(run, i))
}

const naive = (conditions: Condition[], reading: Reading): boolean[] => conditions.map(condition => matches(condition, reading))
const many = (condition: fc.Arbitrary<Condition>) => fc.array(condition, { minLength: 100, maxLength: 300, size: 'max' })
const readings = fc.oneof(anyReading, hostileReading)

test('each kind of test alone, as matches has it', () => {
  fc.assert(
    fc.property(fc.array(anyTest, { minLength: 1, maxLength: 12 }), anyReading, (tests, reading) => {
      expect(verdicts(engineOf(tests, reading), reading)).toEqual(naive(tests, reading))
    }),
    { numRuns: 500 },
  )
})

test('hundreds of filters at once, whatever the strings, as matches has each', () => {
  fc.assert(
    fc.property(many(fc.oneof(anyCondition, hostileCondition)), readings, (conditions, reading) => {
      expect(verdicts(engineOf(conditions, reading), reading)).toEqual(naive(conditions, reading))
    }),
    { numRuns: 12 },
  )
})

test('within any budget an answer is right or none, and the same on every run', () => {
  const counts = { none: 0, some: 0 }
  fc.assert(
    fc.property(fc.array(hostileCondition, { minLength: 1, maxLength: 30 }), readings, fc.nat(8000), (conditions, reading, budget) => {
      const engine = engineOf(conditions, reading)
      const answers = verdicts(engine, reading, budget)
      for (const [i, answer] of answers.entries()) {
        counts[answer === null ? 'none' : 'some'] += 1
        if (answer !== null) expect(answer).toBe(naive(conditions, reading)[i])
      }
      expect(verdicts(engine, reading, budget)).toEqual(answers)
    }),
    { numRuns: 320 },
  )
  expect(Math.min(counts.none, counts.some)).toBeGreaterThan(300)
})

// An engine is data: each of these spoils one that is sound, and the comparison above must see it.
test.each<[string, (engine: Engine) => Engine]>([
  ['nobody wakes the filters', engine => ({ ...engine, wakes: [] })],
  ['what every mail must ask is forgotten', engine => ({ ...engine, always: [] })],
  ['what may hold is taken for proof', engine => withFinders(engine, finder => finder | 1)],
  ['what was found counts for the test before', engine => withFinders(engine, finder => Math.max(0, finder - 2))],
  ['none is read as any', engine => withKinds(engine, kind => (kind === 'none' ? 'any' : kind))],
  ['all is read as any', engine => withKinds(engine, kind => (kind === 'all' ? 'any' : kind))],
])('a planted bug is seen: %s', (_, spoil) => {
  const found = fc.check(
    fc.property(many(hostileCondition), hostileReading, (conditions, reading) => {
      expect(verdicts(spoil(engineOf(conditions, reading)), reading)).toEqual(naive(conditions, reading))
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

test('tests and groups that several filters hold are known once', () => {
  const group = () => ({ all: [subject('invoice'), { field: 'size' as const, operator: 'over' as const, bytes: 10 }] })
  const { plan } = engineOf([group(), { none: [group()] }, { all: [group(), subject('paid')] }, subject('invoice')], plainReading())
  expect([plan.tests.length, plan.nodes.filter(node => node.kind !== 'test').length]).toEqual([3, 3])
})

test('a mail on which nothing is found that they need asks no filter, and reads no field twice', () => {
  const body: Test = { field: 'body', operator: 'contains', values: ['x'] }
  const conditions: Condition[] = Array.from({ length: 100 }, (_, i) => ({ all: [subject(`word ${i}`), body] }))
  const run = openRun(engineOf(conditions, plainReading()), plainReading())
  expect(run.awake.every(isAwake => isAwake === 0)).toBe(true)
  expect([...run.reading.values.keys()]).toEqual(['subject'])
})

test('a paused filter is not there, and a test of no filter has no answer', () => {
  const engine = compile([{ ...filterOf(subject('invoice'), 0), paused: true }], new Map())
  expect(engine.filters).toEqual([])
  expect(answerTo(openRun(engine, plainReading()), subject('invoice'))).toBeNull()
})
