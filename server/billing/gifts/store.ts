// SQL for the plans that staff gave an owner for free: the open one, and the history.
import { sql } from 'kysely'
import { isGiftRunning, type PlanGift } from '../../../core/plans/gift.ts'
import type { Plan } from '../../../core/plans/plans.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { planVersion } from '../plans/owners.ts'

export type GiftRow = Row<'plan_grants'>

export interface NewGift {
  plan: Pick<Plan, 'id' | 'version'>
  endsAt: Date | null
  reason: string
  by: string
  now: Date
}

/** The one before ends now, unless it was over already. Returns both. */
export async function giveGift(
  tx: Tx,
  ownerId: string,
  { plan, endsAt, reason, by, now }: NewGift,
): Promise<{ gift: GiftRow; before: GiftRow | null }> {
  const before = await endGift(tx, ownerId, by, now)
  const gift = await tx
    .insertInto('plan_grants')
    .values({
      ...{ owner_id: ownerId, id: newId(now), plan_id: plan.id, plan_version: plan.version },
      ...{ reason, given_by: by, given_at: now, ends_at: endsAt },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { gift, before }
}

/** Closes the open gift; null if there is none. One that was over already keeps its own end. */
export async function endGift(tx: Tx, ownerId: string, by: string, now: Date): Promise<GiftRow | null> {
  // Two requests that come at once change gifts one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift ${ownerId}`}, 0))`.execute(tx)
  const open = await tx
    .selectFrom('plan_grants')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) return null
  const isRunning = isGiftRunning({ endsAt: open.ends_at }, now)
  const end = isRunning ? { ended_at: now, ended_by: by } : { ended_at: open.ends_at ?? now }
  await tx.updateTable('plan_grants').set(end).where('owner_id', '=', ownerId).where('id', '=', open.id).execute()
  return isRunning ? open : null
}

/** Newest first. */
export async function listGifts(db: Db, ownerId: string, limit: number): Promise<GiftRow[]> {
  return db.selectFrom('plan_grants').selectAll().where('owner_id', '=', ownerId).orderBy('id', 'desc').limit(limit).execute()
}

export interface RunningGift extends PlanGift {
  id: string
  plan: Plan
}

/** Null when none is running. */
export async function readRunningGift(db: Db, ownerId: string, now: Date): Promise<RunningGift | null> {
  const row = await db
    .selectFrom('plan_grants')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isGiftRunning({ endsAt: row.ends_at }, now)) return null
  const plan = await planVersion(db, row.plan_id, row.plan_version)
  return plan && { id: row.id, plan, limits: plan.limits, endsAt: row.ends_at }
}
