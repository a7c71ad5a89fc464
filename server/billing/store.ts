// SQL for one user's allowance: a counter row a month, updated in the transactions that use it.
import { allow, type Counter, settle, type UsageOutcome } from '../../core/plans/allowance.ts'
import { type Plan, selfHosted } from '../../core/plans/plans.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'

/** The one plan of now; it allows all. */
const planOf = (_userId: string): Plan => selfHosted

/** Takes up to `wanted` forwards from the allowance of `month` (`2026-03`); returns how many it gave. */
export async function reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number> {
  const counter = await tx
    .insertInto('usage')
    .values({ user_id: userId, month, reserved: 0, delivered: 0 })
    // Writing what is there locks the row, so that two batches of one person never reserve the same forward.
    .onConflict(c => c.columns(['user_id', 'month']).doUpdateSet(e => ({ reserved: e.ref('usage.reserved') })))
    .returning(['reserved', 'delivered'])
    .executeTakeFirstOrThrow()
  const { allowed, counter: next } = allow(planOf(userId), counter, wanted)
  if (allowed > 0) await write(tx, userId, month, next)
  return allowed
}

/** What became of one reserved forward; `month` is the one that reserved it. */
export async function settleUsage(tx: Tx, userId: string, month: string, outcome: UsageOutcome): Promise<void> {
  const counter = await tx
    .selectFrom('usage')
    .select(['reserved', 'delivered'])
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()
  if (counter) await write(tx, userId, month, settle(counter, outcome))
}

/** How much of a month is used; `allowance` is null where the plan allows all. */
export async function usageOf(db: Db, userId: string, month: string): Promise<Counter & { month: string; allowance: number | null }> {
  const counter = await db
    .selectFrom('usage')
    .select(['reserved', 'delivered'])
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .executeTakeFirst()
  return { month, reserved: counter?.reserved ?? 0, delivered: counter?.delivered ?? 0, allowance: planOf(userId).allowance }
}

async function write(tx: Tx, userId: string, month: string, counter: Counter): Promise<void> {
  await tx.updateTable('usage').set(counter).where('user_id', '=', userId).where('month', '=', month).execute()
}

export async function eraseUsage(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('usage').where('user_id', '=', userId).execute()
}
