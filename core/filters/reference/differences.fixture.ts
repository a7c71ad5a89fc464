// Searches for a condition and a message on which the engine and the reference implementation differ.
import fc from 'fast-check'
import { explain } from '../explain.ts'
import { matches } from '../match.ts'
import { resultOf } from '../testing/explanation-result.fixture.ts'
import { anyCondition } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import { holdsOn } from './evaluate.fixture.ts'

/** Throws with the smallest pair found. */
export function lookForDifferences(runs: number, seed: number): void {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, input) => {
      const result = matches(condition, input)
      const expected = holdsOn(condition, input)
      const explanation = explain(condition, input)
      if (result !== expected) throw new Error(`matches returns ${result}, the reference implementation ${expected}`)
      if (explanation.held !== result || resultOf(explanation) !== result)
        throw new Error(`the explanation says ${explanation.held}, but the result is ${result}`)
    }),
    { numRuns: runs, seed },
  )
}
