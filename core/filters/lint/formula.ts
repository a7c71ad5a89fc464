// Converts conditions to formulas in which only tests are negated, never groups.
import type { Condition, Lists, Test } from '../tree.ts'
import { type Literal, toLiteral } from './atom.ts'

export type Formula = { literal: Literal } | { and: Formula[] } | { or: Formula[] }

/** A formula that is true exactly when the condition matches or, with `held` false, exactly when it does not. */
export function toFormula(condition: Condition, held: boolean, lists: Lists): Formula {
  const toFormulas = (members: Condition[], polarity: boolean) => members.map(member => toFormula(member, polarity, lists))
  if ('all' in condition) return held ? { and: toFormulas(condition.all, true) } : { or: toFormulas(condition.all, false) }
  if ('any' in condition) return held ? { or: toFormulas(condition.any, true) } : { and: toFormulas(condition.any, false) }
  if ('none' in condition) return held ? { and: toFormulas(condition.none, false) } : { or: toFormulas(condition.none, true) }
  return testFormula(condition, held, lists)
}

function testFormula(test: Test, held: boolean, lists: Lists): Formula {
  if (test.field === 'any') {
    // `any` becomes one test each for subject and body; `missing` means missing in both.
    const parts = (['subject', 'body'] as const).map(field => testFormula({ ...test, field }, held, lists))
    return (test.operator === 'missing') === held ? { and: parts } : { or: parts }
  }
  const literal = toLiteral(test, lists)
  return { literal: held ? literal : { ...literal, held: !literal.held } }
}
