// Starts the longest test files first, so that no worker is left with one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By how long they take. Those that start servers of their own are kept apart by some that mostly wait. All others follow in vitest's own order. */
const longest = [
  'test/faults/outages/outages',
  'test/faults/faults',
  'server/mail/receiving/watch-mailbox',
  'server/mail/mailboxes/folders/folders',
  'test/auth-alike',
  'test/faults/billing/billing',
  'test/bad-input',
  'test/scripts/test',
  'server/mail/parsing/hostile',
  'test/explain/explain',
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
