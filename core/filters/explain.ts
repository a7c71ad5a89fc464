// Explains what each test of a condition saw in a message; the explanation is stored and shown to the owner.
import { excerpt } from './excerpt.ts'
import type { Explanation } from './explanation.ts'
import { displayText, type FilterInput } from './fields.ts'
import { observe } from './observe.ts'
import type { Condition, Test } from './tree.ts'

/** The result of a test if it is already known; null if it cannot be determined, `unplaced` if it matched but locating the hits is too expensive. */
export type KnownResult = (test: Test) => boolean | 'unplaced' | null

/** The condition tree with what each test saw; tests run in order, and only as many as the result needs. */
export function explain(condition: Condition, input: FilterInput, knownResult?: KnownResult): Explanation {
  if ('all' in condition) return explainGroup('all', condition.all, input, knownResult)
  if ('any' in condition) return explainGroup('any', condition.any, input, knownResult)
  if ('none' in condition) return explainGroup('none', condition.none, input, knownResult)
  return explainTest(condition, input, knownResult)
}

/** A group is decided as soon as one part has this result. */
const deciders = { all: false, any: true, none: true }
const groupResult = (group: 'all' | 'any' | 'none', decided: boolean): boolean => (group === 'any') === decided

function explainGroup(group: 'all' | 'any' | 'none', conditions: Condition[], input: FilterInput, knownResult?: KnownResult): Explanation {
  const parts: Explanation[] = []
  let decided = false
  for (const condition of conditions) {
    const part: Explanation = decided ? untested(condition) : explain(condition, input, knownResult)
    decided ||= part.held === deciders[group]
    parts.push(part)
  }
  const isUndecided = !decided && parts.some(part => part.held === null)
  return { group, held: isUndecided ? null : groupResult(group, decided), parts }
}

function explainTest(test: Test, input: FilterInput, knownResult?: KnownResult): Explanation {
  const result = knownResult ? knownResult(test) : true
  if (result === null) return { test, held: null, seen: '', hits: [] }
  if (result !== true && test.field !== 'exact' && ('values' in test || 'list' in test))
    return { test, held: result !== false, ...excerpt(displayText(test, input), []) }
  const { held, text, hits } = observe(test, input)
  return { test, held, ...excerpt(text, hits) }
}

function untested(condition: Condition): Explanation {
  if ('all' in condition) return { group: 'all', held: null, parts: condition.all.map(untested) }
  if ('any' in condition) return { group: 'any', held: null, parts: condition.any.map(untested) }
  if ('none' in condition) return { group: 'none', held: null, parts: condition.none.map(untested) }
  return { test: condition, held: null, seen: '', hits: [] }
}
