// SQL for one owner's usage: one counter row per month, updated in the transactions that use the allowance up.
import { sql } from 'kysely'
import { applyUsage, type Counter, type UsageOutcome } from '../../core/plans/allowance.ts'
import { ownerOf } from '../../core/plans/subscription.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'

/** Reserves without a limit, in one statement. */
export async function addReserved(tx: Tx, userId: string, month: string, wanted: number): Promise<void> {
  await sql`
    insert into usage (owner_id, month, reserved) values (${ownerOf(userId)}, ${month}, ${wanted})
    on conflict (owner_id, month) do update set reserved = usage.reserved + excluded.reserved`.execute(tx)
}

/** Records the outcome of one reserved delivery; `month` is the month that reserved it. */
export async function settleUsage(tx: Tx, userId: string, month: string, outcome: UsageOutcome): Promise<void> {
  const counter = await tx
    .selectFrom('usage')
    .select(['reserved', 'delivered', 'returned'])
    .where('owner_id', '=', ownerOf(userId))
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()
  if (counter) await writeCounter(tx, userId, month, applyUsage(counter, outcome))
}

export async function readCounter(db: Db, userId: string, month: string): Promise<Counter> {
  const counter = await db
    .selectFrom('usage')
    .select(['reserved', 'delivered', 'returned'])
    .where('owner_id', '=', ownerOf(userId))
    .where('month', '=', month)
    .executeTakeFirst()
  return counter ?? { reserved: 0, delivered: 0, returned: 0 }
}

/** The row must be locked. */
export async function writeCounter(tx: Tx, userId: string, month: string, counter: Counter): Promise<void> {
  const { reserved, delivered, returned } = counter
  await tx
    .updateTable('usage')
    .set({ reserved, delivered, returned })
    .where('owner_id', '=', ownerOf(userId))
    .where('month', '=', month)
    .execute()
}

export async function eraseUsage(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('usage').where('owner_id', '=', ownerOf(userId)).execute()
}

/** Notes that the owner is due this warning; only the first time in a month writes. */
export async function markReached(tx: Tx, userId: string, month: string, percent: number): Promise<void> {
  if (percent === 0) return
  await tx
    .updateTable('usage')
    .set({ reached_percent: percent })
    .where('owner_id', '=', ownerOf(userId))
    .where('month', '=', month)
    .where('reached_percent', '<', percent)
    .execute()
}
