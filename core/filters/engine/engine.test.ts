// The engine says of every filter what `matches` says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import { anyCondition, anyLists, anyReading, anyTest, plainReading } from '../arbitrary.ts'
import { openReading, type Reading } from '../fields.ts'
import { matches } from '../match.ts'
import type { Condition } from '../tree.ts'
import { compile } from './compile.ts'
import { openRun, verdictOn } from './run.ts'

const filterOf = (condition: Condition, i: number): Filter => ({ id: `${i}`, name: `${i}`, paused: false, condition, actions: [] })

function verdicts(conditions: Condition[], reading: Reading): (boolean | null)[] {
  const engine = compile(conditions.map(filterOf), reading.lists)
  const run = openRun(engine, openReading(reading.view, reading.arrival, reading.lists))
  return conditions.map((_, i) => verdictOn(run, i))
}

const naive = (conditions: Condition[], reading: Reading): boolean[] => conditions.map(condition => matches(condition, reading))

test('each kind of test alone, as matches has it', () => {
  fc.assert(
    fc.property(fc.array(anyTest, { minLength: 1, maxLength: 12 }), anyReading, (tests, reading) => {
      expect(verdicts(tests, reading)).toEqual(naive(tests, reading))
    }),
    { numRuns: 1500 },
  )
})

test('hundreds of filters at once, as matches has each', () => {
  fc.assert(
    fc.property(fc.array(anyCondition, { minLength: 100, maxLength: 300, size: 'max' }), anyReading, (conditions, reading) => {
      expect(verdicts(conditions, reading)).toEqual(naive(conditions, reading))
    }),
    { numRuns: 40 },
  )
})
void anyLists
void plainReading
