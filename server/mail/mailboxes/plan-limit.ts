// Refuses one more mailbox than the user's plan allows.
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { beyondPlan } from '../../foundation/http/plan-limit.ts'
import { countToAdd } from './store.ts'

/** Final only in the transaction that adds the mailbox. */
export async function refuseBeyondPlan({ limitsOf }: { limitsOf: LimitsOf }, db: Db, userId: string): Promise<void> {
  const { mailboxes: most } = await limitsOf(userId)
  if (most !== null && (await countToAdd(db, userId)) >= most) throw beyondPlan({ limit: 'mailboxes', most })
}
