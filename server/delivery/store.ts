// SQL for one user's destinations, link codes and delivery attempts.

import { sql } from 'kysely'
import type { CountedSchedule } from '../../core/delivery/schedule.ts'
import { reportedStates, waitingStates } from '../../core/delivery/states.ts'
import { state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow, Row } from '../foundation/db/tables.ts'
import { wakeLane } from './queue.ts'

export type DestinationRow = Row<'destinations'>

export async function listDestinations(db: Db, userId: string): Promise<DestinationRow[]> {
  return db.selectFrom('destinations').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

/** The ids of destinations that new email may be sent to: linked and not stopped. */
/** The states of phones that emails are forwarded to. */
export const forwardableStates = ['linked', 'unreachable'] as const

export async function linkedDestinations(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('destinations')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', forwardableStates)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

export async function getDestination(db: Db, userId: string, id: string): Promise<DestinationRow | undefined> {
  return db.selectFrom('destinations').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export async function lockDestination(tx: Tx, userId: string, id: string): Promise<DestinationRow | undefined> {
  return tx.selectFrom('destinations').selectAll().where('user_id', '=', userId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function addDestination(db: Db, userId: string, id: string, name: string, now: Date): Promise<DestinationRow> {
  return db
    .insertInto('destinations')
    .values({ user_id: userId, id, name, state: 'pending', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A new code replaces earlier ones. */
export async function addLinkCode(db: Db, userId: string, code: Omit<NewRow<'link_codes'>, 'user_id'>): Promise<void> {
  await db.deleteFrom('link_codes').where('user_id', '=', userId).where('destination_id', '=', code.destination_id).execute()
  await db
    .insertInto('link_codes')
    .values({ ...code, user_id: userId })
    .execute()
}

export async function deleteDestination(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('link_codes').where('user_id', '=', userId).where('destination_id', '=', id).execute()
  await tx.deleteFrom('destinations').where('user_id', '=', userId).where('id', '=', id).execute()
  await tx
    .updateTable('destinations')
    .set({ fallback: null })
    .where('user_id', '=', userId)
    .where(sql<boolean>`fallback ->> 'id' = ${id}`)
    .execute()
}

export async function changeDestination(tx: Tx, userId: string, id: string, change: Partial<NewRow<'destinations'>>): Promise<void> {
  await tx.updateTable('destinations').set(change).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** The user wrote at `at`: opens the service window and releases what waited for it. Stopped destinations stay stopped. */
export async function openWindow(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  const destination = await tx
    .updateTable('destinations')
    .set({
      last_inbound_at: sql`greatest(last_inbound_at, ${at})`,
      state: sql`case when state = 'unreachable' then 'linked' else state end`,
      unreachable_since: null,
    })
    .where('user_id', '=', userId)
    .where('id', '=', destinationId)
    .returning('state')
    .executeTakeFirst()
  if (destination?.state === 'linked') await releaseHeld(tx, userId, destinationId, at)
}

/** WhatsApp says that the window was closed at `at`; a later message from the user opens it again. */
export async function closeWindow(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({ last_inbound_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', destinationId)
    .where('last_inbound_at', '<=', at)
    .execute()
}

/** Releases deliveries held because of the phone, in their old order. */
export async function releaseHeld(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  await sql`
    update deliveries set state = ${state('queued')}, reason = null, due_at = null, updated_at = ${at} where (user_id, id) in (
      select user_id, id from deliveries
      where user_id = ${userId} and destination_id = ${destinationId} and state = ${state('held')}
        and reason in ('window_closed', 'announced', 'no_template', 'paused',
          'destination_pending', 'destination_stopped', 'destination_unreachable')
      order by id for update)`.execute(tx)
  await wakeLane(tx, userId, destinationId, at)
}

/** Marks a phone as unreachable if `isCertain`, or if its last `limit` finished messages were all undeliverable. */
export async function updateReachability(
  tx: Tx,
  userId: string,
  destinationId: string,
  isCertain: boolean,
  limit: number,
  now: Date,
): Promise<void> {
  const last = await tx
    .selectFrom('deliveries')
    .select(['state', 'reason'])
    .where('user_id', '=', userId)
    .where('destination_id', '=', destinationId)
    .where('state', 'in', reportedStates)
    // A digest is one message, however many emails it carries.
    .where('digest_id', 'is', null)
    // The files of an email do not count in addition to their email.
    .where('kind', '<>', 'attachment')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  if (!isCertain && !(last.length === limit && last.every(d => d.reason === 'undeliverable'))) return
  await tx
    .updateTable('destinations')
    .set({ state: 'unreachable', unreachable_since: now })
    .where('user_id', '=', userId)
    .where('id', '=', destinationId)
    .where('state', '=', 'linked')
    .execute()
}

export async function addArrivedMessage(tx: Tx, userId: string, id: string, wamid: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ arrived_wamids: sql`array_append(arrived_wamids, ${wamid})` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function addFailedMessage(tx: Tx, userId: string, id: string, wamid: string, reason: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ failures: sql`coalesce(failures, '{}') || ${JSON.stringify({ [wamid]: reason })}::jsonb` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** For a digest, recorded on its emails too. */
export async function recordIncident(tx: Tx, userId: string, id: string, incident: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ incident })
    .where('user_id', '=', userId)
    .where(e => e.or([e('id', '=', id), e('digest_id', '=', id)]))
    .execute()
}

/** On the attempt that sent this message, or the newest if its response was lost. The first report counts. */
export async function recordPrice(
  tx: Tx,
  userId: string,
  id: string,
  { wamid, category, isBilled }: { wamid: string; category: string; isBilled: boolean },
): Promise<void> {
  await sql`
    update attempts set price_category = ${category}, is_billed = ${isBilled}
    where user_id = ${userId} and delivery_id = ${id} and price_category is null and n = (
      select n from attempts where user_id = ${userId} and delivery_id = ${id} order by wamid is not distinct from ${wamid} desc, n desc limit 1)`.execute(
    tx,
  )
}

export async function findAttempt(db: Db, userId: string, deliveryId: string, wamid: string): Promise<Row<'attempts'> | null> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('wamid', '=', wamid)
    .executeTakeFirst()
  return row ?? null
}

/** Oldest first; null if the delivery is not this user's. */
export async function listAttempts(db: Db, userId: string, deliveryId: string): Promise<Row<'attempts'>[] | null> {
  const delivery = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) return null
  return db.selectFrom('attempts').selectAll().where('user_id', '=', userId).where('delivery_id', '=', deliveryId).orderBy('n').execute()
}

/** The ids of deliveries of these destinations or messages that can still be cancelled. */
export async function listWaiting(tx: Tx, userId: string, by: 'destination_id' | 'message_id', ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where(by, 'in', ids)
    .where('state', 'in', waitingStates)
    .execute()
  return rows.map(r => r.id)
}

export type LanePosition = 'own' | 'last'

/**
 * Puts a delivery back into its lane as if it were new, in its old position or at the end; its attempts stay on record.
 * An email from a digest counts as tried and is sent individually, so that it does not keep failing with digests.
 */
export async function requeue(
  tx: Tx,
  userId: string,
  id: string,
  { usageMonth, waitUntil, waitReason, forDigest, planned }: CountedSchedule,
  position: LanePosition,
  now: Date,
): Promise<void> {
  await sql`
    update deliveries set ${position === 'last' ? sql`seq = default,` : sql``} state = ${waitUntil ? state('held') : state('queued')}, reason = ${waitReason}, due_at = null, wamid = null,
      usage_month = ${usageMonth}, resent_at = ${now}, announced_by = null, digest_id = null, wait_until = ${waitUntil}, for_digest = ${forDigest}, urgent = urgent and ${!waitUntil},
      planned = ${planned && JSON.stringify(planned)}::jsonb, overdue_at = null,
      fell_back_to = null, attempts = case when digest_id is null then attempts else greatest(attempts, 1) end,
      accepted_at = null, sent_at = null, delivered_at = null, read_at = null, failed_at = null, updated_at = ${now}
    where user_id = ${userId} and id = ${id}`.execute(tx)
}

/** Deletes all phones and deliveries of a user who leaves; a worker's pending outcomes then find no row. */
export async function eraseDelivery(tx: Tx, userId: string): Promise<void> {
  for (const table of [
    'attempts',
    'deliveries',
    'phone_commands',
    'escalations',
    'rotas',
    'lanes',
    'link_codes',
    'pauses',
    'destinations',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** The email that a delivery is about; null for announcements, digests, and what is not there. */
export async function readMessageId(db: Db, userId: string, id: string): Promise<string | null> {
  const row = await db.selectFrom('deliveries').select('message_id').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row?.message_id ?? null
}
