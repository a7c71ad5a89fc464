// Summarizes why an email was sent to a phone: the filter that matched, and the words that it matched.
import type { Explanation, FilterExplanations } from '../filters/explanation.ts'
import type { Test } from '../filters/tree.ts'

export interface Why {
  filterName: string
  /** False if the filter could not be evaluated and the email was sent to be safe. */
  isProven: boolean
  saw: Saw[]
}

/** `words`: as in the email; empty if no text was tested. */
export interface Saw {
  field: Test['field']
  words: string[]
}

const maxMatches = 3
const maxWords = 3
const maxWordLength = 60

/** `filterId`: the delivery's filter. Null if no explanation is stored. */
export function summarizeWhy(explanations: FilterExplanations, filterId: string | null): Why | null {
  const matched =
    explanations.find(explained => explained.filterId === filterId) ?? explanations.find(explained => explained.explanation.held !== false)
  if (!matched) return null
  const { filterName, explanation } = matched
  return { filterName, isProven: explanation.held !== null, saw: listMatches(explanation).slice(0, maxMatches) }
}

/** The tests that matched, in order; negated groups do not explain a match. */
function listMatches(explanation: Explanation): Saw[] {
  if (explanation.held !== true) return []
  if ('parts' in explanation) return explanation.group === 'none' ? [] : explanation.parts.flatMap(listMatches)
  const { test, seen, hits } = explanation
  const words = hits.map(({ start, end }) => seen.slice(start, end).trim()).filter(word => word !== '' && word.length <= maxWordLength)
  return [{ field: test.field, words: [...new Set(words)].slice(0, maxWords) }]
}
