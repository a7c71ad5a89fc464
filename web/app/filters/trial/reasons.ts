// Picks the conditions that explain why an email matched or did not.
import type { Explanation } from '../../../../core/filters/explanation.ts'

export type TestedCondition = Extract<Explanation, { test: unknown }>

/** The decisive conditions: for an `all` that failed, the first failure; for an `any` that matched or a `none` that failed, the first match. */
export function findReasons(explanation: Explanation): TestedCondition[] {
  if ('test' in explanation) return explanation.held === null ? [] : [explanation]
  const { group, held, parts } = explanation
  if (held === null) return []
  const expected = group === 'none' ? !held : held
  const decisive = parts.filter(part => part.held === expected)
  const needsOnlyOne = group === 'all' ? !held : held === (group === 'any')
  return (needsOnlyOne ? decisive.slice(0, 1) : decisive).flatMap(findReasons)
}

/** Keeps the conditions with words to mark. */
export const withHits = (tests: TestedCondition[]): TestedCondition[] => tests.filter(tested => tested.hits.length > 0)
