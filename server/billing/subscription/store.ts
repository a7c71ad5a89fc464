// SQL for an owner's subscriptions: the one that counts now, and whether a trial is still possible.
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type SubscriptionRow = Row<'subscriptions'>

/** One that is paid, tried or waited for comes before one that was never paid, and the newest first; null on the free plan. */
export async function currentSubscription(db: Db, ownerId: string): Promise<SubscriptionRow | null> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'ended')
    .orderBy('started_at', 'desc')
    .execute()
  return rows.find(row => row.state !== 'pending') ?? rows[0] ?? null
}

/** Everything that is not over, for an owner who leaves. */
export async function livingSubscriptions(db: Db, ownerId: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').selectAll().where('owner_id', '=', ownerId).where('state', '<>', 'ended').execute()
}

/** One trial per owner, and none after a payment. */
export async function hasTriedOrPaid(db: Db, ownerId: string): Promise<boolean> {
  const tried = db.selectFrom('subscriptions').select('id').where('owner_id', '=', ownerId).where('trial_ends_at', 'is not', null)
  const paid = db.selectFrom('invoices').select('id').where('owner_id', '=', ownerId).where('state', '=', 'paid')
  return (await tried.union(paid).limit(1).executeTakeFirst()) !== undefined
}
