// SQL for one user's allowance: one counter row per month, updated in the transactions that use it up.
import { applyUsage, type Counter, reserveAllowance, type UsageOutcome } from '../../core/plans/allowance.ts'
import { type Plan, selfHosted } from '../../core/plans/plans.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'

/** Currently there is one plan, without limits. */
const planOf = (_userId: string): Plan => selfHosted

/** Reserves up to `wanted` forwards of the allowance of `month` (`2026-03`); returns how many were granted. */
export async function reserve(tx: Tx, userId: string, month: string, wanted: number): Promise<number> {
  const counter = await tx
    .insertInto('usage')
    .values({ user_id: userId, month, reserved: 0, delivered: 0 })
    // Writing the existing value locks the row, so that two batches of one user never reserve the same forward.
    .onConflict(c => c.columns(['user_id', 'month']).doUpdateSet(e => ({ reserved: e.ref('usage.reserved') })))
    .returning(['reserved', 'delivered'])
    .executeTakeFirstOrThrow()
  const { allowed, counter: next } = reserveAllowance(planOf(userId), counter, wanted)
  if (allowed > 0) await write(tx, userId, month, next)
  return allowed
}

/** Records the outcome of one reserved forward; `month` is the month that reserved it. */
export async function settleUsage(tx: Tx, userId: string, month: string, outcome: UsageOutcome): Promise<void> {
  const counter = await tx
    .selectFrom('usage')
    .select(['reserved', 'delivered'])
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()
  if (counter) await write(tx, userId, month, applyUsage(counter, outcome))
}

/** The usage of a month; `allowance` is null if the plan is unlimited. */
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
