// Why a mail came to a phone, in short: the filter that held, and the words of the mail that made it hold.
import type { Explanation, FilterExplanations } from '../filters/explanation.ts'
import type { Test } from '../filters/tree.ts'

export interface Why {
  filterName: string
  /** False where the filter could not be asked of the mail, which came to be safe. */
  isProven: boolean
  saw: Saw[]
}

/** `words`: as the mail has them; none where something else was tested. */
export interface Saw {
  field: Test['field']
  words: string[]
}

const mostSeen = 3
const mostWords = 3
const longestWord = 60

/** `filterId`: whose delivery it is. Null where nothing is kept of it. */
export function whyOf(explanations: FilterExplanations, filterId: string | null): Why | null {
  const asked = explanations.find(one => one.filterId === filterId) ?? explanations.find(one => one.explanation.held !== false)
  if (!asked) return null
  const { filterName, explanation } = asked
  return { filterName, isProven: explanation.held !== null, saw: sawIn(explanation).slice(0, mostSeen) }
}

/** What was tested and true, in its order; what a group forbids says nothing of why it came. */
function sawIn(explanation: Explanation): Saw[] {
  if (explanation.held !== true) return []
  if ('parts' in explanation) return explanation.group === 'none' ? [] : explanation.parts.flatMap(sawIn)
  const { test, seen, hits } = explanation
  const words = hits.map(({ start, end }) => seen.slice(start, end).trim()).filter(word => word !== '' && word.length <= longestWord)
  return [{ field: test.field, words: [...new Set(words)].slice(0, mostWords) }]
}
