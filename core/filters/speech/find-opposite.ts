// Finds the test that is the exact negation of another.
import { Fact, type FactTest, type Test } from '../tree.ts'
import type { ConditionDraft } from './pieces.ts'

export function findOpposite(test: ConditionDraft | undefined): ConditionDraft | null {
  if (!test || !('operator' in test)) return null
  if (test.operator === 'exists') return { ...test, operator: 'missing' }
  return test.operator === 'is' && !('values' in test) && 'field' in test && isFact(test) ? { ...test, operator: 'is_not' } : null
}

const isFact = (test: Test): test is FactTest => Fact.options.some(fact => fact === test.field) || test.field === 'calendar'
