// Looks for a condition and a message on which the engine and the reference implementation differ.
import fc from 'fast-check'
import { explain } from '../explain.ts'
import { matches } from '../match.ts'
import { resultOf } from '../testing/explanation-result.fixture.ts'
import { anyCondition } from '../testing/random-conditions.fixture.ts'
import { anyReading } from '../testing/random-messages.fixture.ts'
import { holdsOn } from './evaluate.fixture.ts'

/** Throws with the smallest pair that was found. */
export function lookForDifferences(runs: number, seed: number): void {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, reading) => {
      const verdict = matches(condition, reading)
      const second = holdsOn(condition, reading)
      const explanation = explain(condition, reading)
      if (verdict !== second) throw new Error(`matches says ${verdict}, the second opinion ${second}`)
      if (explanation.held !== verdict || resultOf(explanation) !== verdict)
        throw new Error(`explained as ${explanation.held}, it is ${verdict}`)
    }),
    { numRuns: runs, seed },
  )
}
