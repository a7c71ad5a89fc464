// Recomputes the result of a condition from its explanation alone.
import type { Explanation } from '../explanation.ts'

/** The result computed from the leaves alone; null if the tests that ran do not decide it. */
export function resultOf(explanation: Explanation): boolean | null {
  if ('test' in explanation) return explanation.held
  const results = explanation.parts.map(resultOf)
  const deciding = explanation.group !== 'all'
  if (results.includes(deciding)) return explanation.group === 'any'
  return results.includes(null) ? null : explanation.group !== 'any'
}
