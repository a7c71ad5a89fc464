// Determines whether filters need the raw email, so that it is stored only if they do.
import type { Filter } from '../action.ts'
import { conditionsIn } from '../edit.ts'
import type { Condition } from '../tree.ts'

/** True if a filter reads the raw body or the contents of MIME parts. */
export const needsSource = (filters: readonly Pick<Filter, 'condition' | 'paused'>[]): boolean =>
  filters.some(filter => !filter.paused && readsSource(filter.condition))

function readsSource(condition: Condition): boolean {
  if (!('field' in condition)) return conditionsIn(condition).some(readsSource)
  if (condition.field !== 'exact') return false
  const { read } = condition
  return read.kind === 'body' || read.kind === 'content' || ('parts' in read && read.parts === true)
}
