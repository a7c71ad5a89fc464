// Looks for a condition and a mail on which we and the second opinion differ.
import fc from 'fast-check'
import { anyCondition } from '../arbitrary/conditions.ts'
import { anyReading } from '../arbitrary/mails.ts'
import { explain, reevaluate } from '../explain.ts'
import { matches } from '../match.ts'
import { holdsOn } from './evaluate.ts'

/** Throws with the smallest pair that was found. */
export function lookForDifferences(runs: number, seed: number): void {
  fc.assert(
    fc.property(anyCondition, anyReading, (condition, reading) => {
      const verdict = matches(condition, reading)
      const second = holdsOn(condition, reading)
      const explanation = explain(condition, reading)
      if (verdict !== second) throw new Error(`matches says ${verdict}, the second opinion ${second}`)
      if (explanation.held !== verdict || reevaluate(explanation) !== verdict)
        throw new Error(`explained as ${explanation.held}, it is ${verdict}`)
    }),
    { numRuns: runs, seed },
  )
}
