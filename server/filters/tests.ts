// The tests of a condition in the order in which a person reads them.
import { isTest, membersOf } from '../../core/filters/edit.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'

export const testsOf = (condition: Condition): Test[] => (isTest(condition) ? [condition] : membersOf(condition).flatMap(testsOf))

/** The lists that a condition looks into. */
export const listsIn = (condition: Condition): string[] => testsOf(condition).flatMap(test => ('list' in test ? [test.list] : []))
