// Starts the longest test files first, so that no worker is left with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By how long they take, the longest first; all others follow in vitest's own order. */
const longest = [
  'test/faults/outages/outages',
  'test/faults/faults',
  'test/faults/billing/billing',
  'test/auth-alike',
  'server/mail/parsing/hostile',
  'test/scripts/test',
  'test/explain/explain',
  'server/mail/receiving/watch-mailbox',
  'test/bad-input',
  'server/mail/mailboxes/folders/folders',
  'server/mail/receiving/leases',
  'server/delivery/simulation',
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
