// What each test of a condition saw in a message: the proof of a verdict, kept and shown to its owner.
import { excerpt } from './excerpt.ts'
import type { Explanation } from './explanation.ts'
import { type Reading, shownText } from './fields.ts'
import { observe } from './observe.ts'
import type { Condition, Test } from './tree.ts'

/** What a test says, where somebody knows it; null where nobody will find out, `unplaced` where it holds and nobody will look for the places. */
export type KnownResult = (test: Test) => boolean | 'unplaced' | null

/** The tree of `condition` with what each test saw; tests are made in order, and no more than the verdict needs. */
export function explain(condition: Condition, reading: Reading, known?: KnownResult): Explanation {
  if ('all' in condition) return explainGroup('all', condition.all, reading, known)
  if ('any' in condition) return explainGroup('any', condition.any, reading, known)
  if ('none' in condition) return explainGroup('none', condition.none, reading, known)
  return explainTest(condition, reading, known)
}

/** A group is decided as soon as one part is `decider`. */
const deciders = { all: false, any: true, none: true }
const answer = (group: 'all' | 'any' | 'none', decided: boolean): boolean => (group === 'any') === decided

function explainGroup(group: 'all' | 'any' | 'none', conditions: Condition[], reading: Reading, known?: KnownResult): Explanation {
  const parts: Explanation[] = []
  let decided = false
  for (const condition of conditions) {
    const part: Explanation = decided ? untested(condition) : explain(condition, reading, known)
    decided ||= part.held === deciders[group]
    parts.push(part)
  }
  const isOpen = !decided && parts.some(part => part.held === null)
  return { group, held: isOpen ? null : answer(group, decided), parts }
}

function explainTest(test: Test, reading: Reading, known?: KnownResult): Explanation {
  const answer = known ? known(test) : true
  if (answer === null) return { test, held: null, seen: '', hits: [] }
  if (answer !== true && test.field !== 'exact' && ('values' in test || 'list' in test))
    return { test, held: answer !== false, ...excerpt(shownText(test, reading), []) }
  const { held, text, hits } = observe(test, reading)
  return { test, held, ...excerpt(text, hits) }
}

function untested(condition: Condition): Explanation {
  if ('all' in condition) return { group: 'all', held: null, parts: condition.all.map(untested) }
  if ('any' in condition) return { group: 'any', held: null, parts: condition.any.map(untested) }
  if ('none' in condition) return { group: 'none', held: null, parts: condition.none.map(untested) }
  return { test: condition, held: null, seen: '', hits: [] }
}
