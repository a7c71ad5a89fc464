// Conditions as formulas in which only tests are denied, never groups.
import type { Condition, Lists, Test } from '../tree.ts'
import { type Literal, literalOf } from './atom.ts'

export type Formula = { literal: Literal } | { and: Formula[] } | { or: Formula[] }

/** A formula that holds exactly where the condition does, or, with `held` false, exactly where it does not. */
export function formulaOf(condition: Condition, held: boolean, lists: Lists): Formula {
  const all = (members: Condition[], wanted: boolean) => members.map(member => formulaOf(member, wanted, lists))
  if ('all' in condition) return held ? { and: all(condition.all, true) } : { or: all(condition.all, false) }
  if ('any' in condition) return held ? { or: all(condition.any, true) } : { and: all(condition.any, false) }
  if ('none' in condition) return held ? { and: all(condition.none, false) } : { or: all(condition.none, true) }
  return ofTest(condition, held, lists)
}

function ofTest(test: Test, held: boolean, lists: Lists): Formula {
  if (test.field === 'any') {
    // Subject or body: two tests of one place each. Missing is what is in neither.
    const parts = (['subject', 'body'] as const).map(field => ofTest({ ...test, field }, held, lists))
    return (test.operator === 'missing') === held ? { and: parts } : { or: parts }
  }
  const literal = literalOf(test, lists)
  return { literal: held ? literal : { ...literal, held: !literal.held } }
}
