// SQL for what an owner asked the payment provider for: written before the call, so that a repeated call has the same key.
import { z } from 'zod/mini'
import { Interval } from '../../../core/plans/plans.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import type { ProviderName } from '../provider.ts'

export type IntentRow = Row<'billing_intents'>

/** What a checkout or a change of plan is about. */
export const IntentRequest = z.object({
  planId: z.string(),
  planVersion: z.int(),
  interval: Interval,
  priceRef: z.string(),
})
export type IntentRequest = z.infer<typeof IntentRequest>

export interface NewIntent {
  provider: ProviderName
  /** An open one that began before is not taken up again. */
  repeatsSince: Date
  kind: IntentRow['kind']
  request: object
  now: Date
  /** Notes who asked, in the transaction that writes the intent. */
  record?: ((tx: Tx, intentId: string) => Promise<void>) | undefined
}

/** Each of these makes the ones before it obsolete: a cancellation after a resumption is a new one. */
const changes: IntentRow['kind'][] = ['change', 'cancel', 'resume', 'pause', 'unpause', 'keep_plan', 'extend_trial']

/** An unfinished intent for exactly the same is taken up again; for checkouts, null means that another one is open. */
export async function openIntent(
  db: Db,
  ownerId: string,
  { provider, kind, request, repeatsSince, now, record }: NewIntent,
): Promise<IntentRow | null> {
  const text = JSON.stringify(request)
  return db.transaction().execute(async tx => {
    // Two clicks come one after the other.
    await tx.selectFrom('billing_customers').select('owner_id').where('owner_id', '=', ownerId).forUpdate().execute()
    const open = await tx
      .selectFrom('billing_intents')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('provider', '=', provider)
      .where('kind', '=', kind)
      .where('state', '=', 'open')
      .where('request', '=', text)
      .executeTakeFirst()
    if (open && (kind === 'checkout' || open.created_at > repeatsSince)) {
      await record?.(tx, open.id)
      return open
    }
    const obsolete = changes.includes(kind) ? changes : open ? [kind] : []
    if (obsolete.length > 0) await endAll(tx, ownerId, obsolete, now)
    const made = await tx
      .insertInto('billing_intents')
      .values({ owner_id: ownerId, id: newId(now), provider, kind, request: text, state: 'open', created_at: now })
      .onConflict(c => c.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made) await record?.(tx, made.id)
    return made ?? null
  })
}

async function endAll(tx: Tx, ownerId: string, kinds: IntentRow['kind'][], now: Date): Promise<void> {
  await tx
    .updateTable('billing_intents')
    .set({ state: 'failed', ended_at: now })
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'open')
    .execute()
}

export async function openCheckoutIntent(db: Db, ownerId: string): Promise<IntentRow | null> {
  const row = await db
    .selectFrom('billing_intents')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'checkout')
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row ?? null
}

export async function readCheckoutIntent(db: Db, ownerId: string, id: string): Promise<IntentRow | null> {
  const row = await db
    .selectFrom('billing_intents')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('kind', '=', 'checkout')
    .executeTakeFirst()
  return row ?? null
}

/** How many checkouts the owner has begun since `since`. */
export async function countCheckouts(db: Db, ownerId: string, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('billing_intents')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'checkout')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** False when the checkout was ended meanwhile: nobody may pay on it. */
export async function saveStartedCheckout(
  db: Db,
  ownerId: string,
  id: string,
  { checkoutRef, url, expiresAt }: { checkoutRef: string; url: string; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_intents')
    .set({ checkout_ref: checkoutRef, url, expires_at: expiresAt })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The first end counts. */
export async function endIntent(db: Db, ownerId: string, id: string, state: 'done' | 'failed' | 'expired', now: Date): Promise<void> {
  await db
    .updateTable('billing_intents')
    .set({ state, ended_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}
