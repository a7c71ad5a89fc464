// Picks the conditions that explain why an email matched or did not.
import type { Explanation } from '../../../../core/filters/explanation.ts'

export type Tested = Extract<Explanation, { test: unknown }>

/** The tests that say why: of an `all` that failed its first failure, of an `any` that held the one that held, of a `none` that failed the one that held. */
export function reasons(explanation: Explanation): Tested[] {
  if ('test' in explanation) return explanation.held === null ? [] : [explanation]
  const { group, held, parts } = explanation
  if (held === null) return []
  const wanted = group === 'none' ? !held : held
  const telling = parts.filter(part => part.held === wanted)
  const isOne = group === 'all' ? !held : held === (group === 'any')
  return (isOne ? telling.slice(0, 1) : telling).flatMap(reasons)
}

/** Of several, those with words to mark come first. */
export const marked = (tests: Tested[]): Tested[] => tests.filter(tested => tested.hits.length > 0)
