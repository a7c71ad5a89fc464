// The filter as Sieve, to read and copy.
import type { Draft } from '../filter-draft.ts'

export function SieveView({ draft }: { draft: Draft }) {
  return <pre>{draft.name}</pre>
}
