// Starts the longest test files first, so that no worker is left with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By how long they take, the longest first; all others follow in vitest's own order. */
const longest = [
  'test/faults/faults',
  'server/mail/watch',
  'test/auth-alike',
  'test/bad-input',
  'test/scripts/test',
  'server/mail/hostile',
  'server/mail/folders/folders',
  'server/delivery/simulation',
  'server/mail/leases',
  'test/mail-oauth',
  'server/foundation/db/archive/archive',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = longest.findIndex(start => moduleId.includes(`/${start}.test.ts`))
  return at === -1 ? longest.length : at
}
