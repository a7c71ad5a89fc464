// SQL for one user's push subscriptions; their endpoints and keys are sealed.
import { PushDraft, type PushSubscriptionLine } from '../../../core/api/push.ts'
import { deviceOf } from '../../../core/session/device.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { openJson, sealJson } from '../../foundation/db/sealed.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { digest, type SealKey } from '../../foundation/seal.ts'

export async function listSubscriptions(db: Db, userId: string): Promise<PushSubscriptionLine[]> {
  return (await rowsOf(db, userId)).map(lineOf)
}

export interface Subscribed {
  id: string
  to: PushDraft
}

/** How each is reached. */
export async function openSubscriptions(db: Db, userId: string, contentKey: SealKey): Promise<Subscribed[]> {
  return (await rowsOf(db, userId)).map(row => ({
    id: row.id,
    to: openJson(PushDraft, contentKey, row.sealed, placeOf(userId, row.endpoint_hash)),
  }))
}

interface NewSubscription {
  id: string
  to: PushDraft
  userAgent: string | null
  now: Date
}

/** A browser that is known gets its new keys; it is told about one person, whoever turned it on last. */
export async function saveSubscription(
  tx: Tx,
  userId: string,
  contentKey: SealKey,
  { id, to, userAgent, now }: NewSubscription,
): Promise<PushSubscriptionLine> {
  const endpoint_hash = digest(to.endpoint)
  const kept = { sealed: sealJson(contentKey, to, placeOf(userId, endpoint_hash)), user_agent: userAgent }
  const row = await tx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, id, endpoint_hash, ...kept, created_at: now })
    .onConflict(c => c.column('endpoint_hash').doUpdateSet({ user_id: userId, ...kept }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return lineOf(row)
}

/** False when it is not this person's. */
export async function dropSubscription(db: Db, userId: string, id: string): Promise<boolean> {
  const dropped = await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return dropped.numDeletedRows > 0n
}

/** No browser of theirs is told any more. */
export async function dropSubscriptions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

const rowsOf = (db: Db, userId: string): Promise<Row<'push_subscriptions'>[]> =>
  db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

const lineOf = (row: Row<'push_subscriptions'>): PushSubscriptionLine => ({
  id: row.id,
  endpointHash: row.endpoint_hash.toString('hex'),
  device: deviceOf(row.user_agent),
  createdAt: row.created_at.toISOString(),
})

const placeOf = (userId: string, endpointHash: Buffer) => ({ userId, row: endpointHash.toString('hex'), column: 'sealed' })
