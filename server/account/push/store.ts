// SQL for one user's push subscriptions, with sealed endpoints and keys.
import { PushDraft, type PushSubscriptionLine } from '../../../core/api/push.ts'
import { detectDevice } from '../../../core/session/device.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, type SealKey } from '../../foundation/seal.ts'

export async function listSubscriptions(db: Db, userId: string): Promise<PushSubscriptionLine[]> {
  return (await readRows(db, userId)).map(toView)
}

export interface OpenedSubscription {
  id: string
  to: PushDraft
}

/** Opens the sealed endpoints and keys. */
export async function openSubscriptions(db: Db, userId: string, contentKey: SealKey): Promise<OpenedSubscription[]> {
  return (await readRows(db, userId)).map(row => ({
    id: row.id,
    to: openJson(PushDraft, contentKey, row.sealed, subscriptionContext(userId, row.endpoint_hash)),
  }))
}

interface NewSubscription {
  id: string
  to: PushDraft
  userAgent: string | null
  now: Date
}

/** A known browser gets its new keys; it belongs only to the user who subscribed last. */
export async function saveSubscription(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  { id, to, userAgent, now }: NewSubscription,
): Promise<PushSubscriptionLine> {
  const endpoint_hash = digest(to.endpoint)
  const columns = { sealed: sealJson(contentKey, to, subscriptionContext(userId, endpoint_hash)), user_agent: userAgent }
  const row = await tx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, id, endpoint_hash, ...columns, created_at: now })
    .onConflict(c => c.column('endpoint_hash').doUpdateSet({ user_id: userId, ...columns }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toView(row)
}

/** False when the user has no such subscription. */
export async function dropSubscription(db: Db, userId: string, id: string): Promise<boolean> {
  const dropped = await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return dropped.numDeletedRows > 0n
}

/** Deletes all of the user's subscriptions. */
export async function dropSubscriptions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

const readRows = (db: Db, userId: string): Promise<Row<'push_subscriptions'>[]> =>
  db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

const toView = (row: Row<'push_subscriptions'>): PushSubscriptionLine => ({
  id: row.id,
  endpointHash: row.endpoint_hash.toString('hex'),
  device: detectDevice(row.user_agent),
  createdAt: row.created_at.toISOString(),
})

const subscriptionContext = (userId: string, endpointHash: Buffer) => ({ userId, row: endpointHash.toString('hex'), column: 'sealed' })
