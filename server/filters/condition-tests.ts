// Lists the tests in a condition, in reading order, and the word lists they use.
import { conditionsIn, isTest } from '../../core/filters/edit.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'

export const testsOf = (condition: Condition): Test[] => (isTest(condition) ? [condition] : conditionsIn(condition).flatMap(testsOf))

/** The word lists that a condition refers to. */
export const listsIn = (condition: Condition): string[] => testsOf(condition).flatMap(test => ('list' in test ? [test.list] : []))
