// Which filters ask for a mail as it was sent, so that it is kept for no other.
import type { Filter } from '../action.ts'
import { conditionsIn } from '../edit.ts'
import type { Condition } from '../tree.ts'

/** True where a filter reads the body as sent, or what stands in the parts of a mail. */
export const needsSource = (filters: readonly Pick<Filter, 'condition' | 'paused'>[]): boolean =>
  filters.some(filter => !filter.paused && readsSource(filter.condition))

function readsSource(condition: Condition): boolean {
  if (!('field' in condition)) return conditionsIn(condition).some(readsSource)
  if (condition.field !== 'exact') return false
  const { read } = condition
  return read.kind === 'body' || read.kind === 'content' || ('parts' in read && read.parts === true)
}
