// SQL for one user's destinations, link codes and delivery attempts.

import { sql } from 'kysely'
import { reportedStates, waitingStates } from '../../core/delivery/states.ts'
import { state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { NewRow, Row } from '../foundation/db/tables.ts'
import { wakeLane } from './queue.ts'

export type DestinationRow = Row<'destinations'>

export async function listDestinations(db: Db, userId: string): Promise<DestinationRow[]> {
  return db.selectFrom('destinations').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

/** The ids of those that new email may go to: phones that agreed and have not said stop. */
export async function linkedDestinations(db: Db, userId: string): Promise<string[]> {
  const all = await listDestinations(db, userId)
  return all.filter(d => d.state === 'linked' || d.state === 'unreachable').map(d => d.id)
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

/** A new code takes the place of those before it. */
export async function addLinkCode(db: Db, userId: string, code: Omit<NewRow<'link_codes'>, 'user_id'>): Promise<void> {
  await db.deleteFrom('link_codes').where('user_id', '=', userId).where('destination_id', '=', code.destination_id).execute()
  await db
    .insertInto('link_codes')
    .values({ ...code, user_id: userId })
    .execute()
}

export async function dropDestination(tx: Tx, userId: string, id: string): Promise<void> {
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

/** The person wrote at `at`: the service window is open, and what waited for it goes. Destinations that said stop stay stopped. */
export async function openWindow(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  const heard = await tx
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
  if (heard?.state === 'linked') await releaseHeld(tx, userId, destinationId, at)
}

/** The messenger says that the window was closed at `at`; what the person wrote later opens it again. */
export async function closeWindow(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({ last_inbound_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', destinationId)
    .where('last_inbound_at', '<=', at)
    .execute()
}

/** Puts what was held for the phone's sake back into its lane, in its old order. */
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

/** Counts a phone as unreachable when it is `certain`, or when the last `most` messages that ended were all undeliverable. */
export async function noteFailures(
  tx: Tx,
  userId: string,
  destinationId: string,
  certain: boolean,
  most: number,
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
    // Nor do the files of one email speak for the phone beside their email.
    .where('kind', '<>', 'attachment')
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  if (!certain && !(last.length === most && last.every(d => d.reason === 'undeliverable'))) return
  await tx
    .updateTable('destinations')
    .set({ state: 'unreachable', unreachable_since: now })
    .where('user_id', '=', userId)
    .where('id', '=', destinationId)
    .where('state', '=', 'linked')
    .execute()
}

export async function noteArrived(tx: Tx, userId: string, id: string, wamid: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ arrived_wamids: sql`array_append(arrived_wamids, ${wamid})` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function noteFailed(tx: Tx, userId: string, id: string, wamid: string, reason: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ failures: sql`coalesce(failures, '{}') || ${JSON.stringify({ [wamid]: reason })}::jsonb` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Of a digest, its emails show it as well. */
export async function noteIncident(tx: Tx, userId: string, id: string, incident: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ incident })
    .where('user_id', '=', userId)
    .where(e => e.or([e('id', '=', id), e('digest_id', '=', id)]))
    .execute()
}

/** Of the try that this message was; of one whose answer was lost, the newest. Said once, it stays. */
export async function notePrice(
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

export async function attemptOfWamid(db: Db, userId: string, deliveryId: string, wamid: string): Promise<Row<'attempts'> | null> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('wamid', '=', wamid)
    .executeTakeFirst()
  return row ?? null
}

/** Oldest first; null when the delivery is not this person's. */
export async function listAttempts(db: Db, userId: string, deliveryId: string): Promise<Row<'attempts'>[] | null> {
  const known = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).where('id', '=', deliveryId).executeTakeFirst()
  if (!known) return null
  return db.selectFrom('attempts').selectAll().where('user_id', '=', userId).where('delivery_id', '=', deliveryId).orderBy('n').execute()
}

/** The ids of what may still be cancelled of destinations or of messages. */
export async function waitingOf(tx: Tx, userId: string, by: 'destination_id' | 'message_id', ids: string[]): Promise<string[]> {
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
 * Puts a delivery back into its lane as if it were new, at its old place or at the end; its attempts stay on record.
 * What a digest has carried counts as tried and goes by itself, so that it does not fail with digests for ever.
 */
export async function requeue(tx: Tx, userId: string, id: string, month: string, place: LanePosition, now: Date): Promise<void> {
  await sql`
    update deliveries set ${place === 'last' ? sql`seq = default,` : sql``} state = ${state('queued')}, reason = null, due_at = null, wamid = null,
      usage_month = ${month}, resent_at = ${now}, announced_by = null, digest_id = null, wait_until = null, for_digest = false, overdue_at = null,
      fell_back_to = null, attempts = case when digest_id is null then attempts else greatest(attempts, 1) end,
      accepted_at = null, sent_at = null, delivered_at = null, read_at = null, failed_at = null, updated_at = ${now}
    where user_id = ${userId} and id = ${id}`.execute(tx)
}

/** Drops every phone and delivery of a person who leaves; what a worker has in hand settles on no row. */
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
