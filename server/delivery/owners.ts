// SQL across users: finds the owner of a phone, code, message or delivery, and claims due work.

import { type RawBuilder, sql } from 'kysely'
import { openStates, unconfirmedStates, waitingStates } from '../../core/delivery/states.ts'
import { state, stateList } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { digest } from '../foundation/seal.ts'
import type { DeliveryKey, DeliveryRow } from './outcomes/queue.ts'
import { openSince } from './queue.ts'

/** WhatsApp's two ids of a user; either may be missing. */
export interface Phone {
  waId: string | null
  waUserId: string | null
}

/** The destinations of a linked phone, newest first; one phone may receive for several users. */
export async function findByPhone(db: Db, phone: Phone): Promise<Row<'destinations'>[]> {
  if (!phone.waId && !phone.waUserId) return []
  return db
    .selectFrom('destinations')
    .selectAll()
    .where('state', '<>', 'pending')
    .where(e =>
      e.or([...(phone.waId ? [e('wa_id', '=', phone.waId)] : []), ...(phone.waUserId ? [e('wa_user_id', '=', phone.waUserId)] : [])]),
    )
    .orderBy('created_at', 'desc')
    .execute()
}

/** WhatsApp's ids of this user's phones that receive for nobody else. */
export async function listExclusiveSenders(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`
    select distinct sender from destinations d cross join unnest(array[d.wa_id, d.wa_user_id]) sender
    where d.user_id = ${userId} and sender is not null and not exists (
      select 1 from destinations o where o.user_id <> d.user_id and sender in (o.wa_id, o.wa_user_id))`.execute(db)
  return rows.map(row => row.sender)
}

/** The user of a delivery to this phone; null for any other delivery. */
export async function ownerOfDelivery(db: Db, phone: Phone, deliveryId: string): Promise<string | null> {
  const destinations = await findByPhone(db, phone)
  if (destinations.length === 0) return null
  const pairs = destinations.map(d => sql`(${d.user_id}::uuid, ${d.id}::uuid)`)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from deliveries where id = ${deliveryId} and (user_id, destination_id) in (${sql.join(pairs)})`.execute(db)
  return rows[0]?.user_id ?? null
}

/** The email that one of our messages forwarded; `messageId` is null if it combined several. */
interface SentEmail {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string | null
}

/** Finds by wamid what we sent to this phone; null if it went to another phone or was not a delivery. */
export async function findSentEmail(db: Db, phone: Phone, wamid: string): Promise<SentEmail | null> {
  const destinations = await findByPhone(db, phone)
  if (destinations.length === 0) return null
  const pairs = sql.join(destinations.map(d => sql`(${d.user_id}::uuid, ${d.id}::uuid)`))
  const find = (condition: RawBuilder<unknown>) =>
    sql<Row<'deliveries'>>`
    select * from deliveries where (user_id, destination_id) in (${pairs}) and ${condition} order by message_id nulls first, seq limit 2`.execute(
      db,
    )
  const { rows } = await find(sql`wamid = ${wamid}`)
  const [first, second] = rows.length > 0 ? rows : (await find(sql`arrived_wamids is not null and ${wamid} = any(arrived_wamids)`)).rows
  if (!first) return null
  const messageId = second && second.message_id !== first.message_id ? null : first.message_id
  return { userId: first.user_id, destinationId: first.destination_id, deliveryId: first.id, messageId }
}

/** The newest emails that WhatsApp took for this phone, each once. */
export async function listRecentDeliveries(
  db: Db,
  phone: Phone,
  limit: number,
): Promise<{ userId: string; deliveryId: string; messageId: string }[]> {
  const destinations = await findByPhone(db, phone)
  if (destinations.length === 0) return []
  const newest = destinations.map(
    d => sql`
      (select user_id, id, message_id from deliveries
      where user_id = ${d.user_id} and destination_id = ${d.id} and kind = ${sql.lit('mail')} and accepted_at is not null
      order by message_id desc limit ${limit})`,
  )
  const { rows } = await sql<{ user_id: string; id: string; message_id: string }>`
    select distinct on (message_id) user_id, id, message_id from (${sql.join(newest, sql` union all `)}) d
    order by message_id desc limit ${limit}`.execute(db)
  return rows.map(({ user_id, id, message_id }) => ({ userId: user_id, deliveryId: id, messageId: message_id }))
}

export type CodeOwner = { kind: 'found'; userId: string; destinationId: string } | { kind: 'wrong' } | { kind: 'expired' }

/** Uses up a link code. */
export async function takeLinkCode(tx: Tx, code: string, at: Date): Promise<CodeOwner> {
  const row = await tx.selectFrom('link_codes').selectAll().where('code_hash', '=', digest(code)).forUpdate().executeTakeFirst()
  if (!row) return { kind: 'wrong' }
  if (row.used_at || row.expires_at <= at) return { kind: 'expired' }
  await tx.updateTable('link_codes').set({ used_at: at }).where('code_hash', '=', row.code_hash).execute()
  return { kind: 'found', userId: row.user_id, destinationId: row.destination_id }
}

export async function findByWamid(db: Db, wamid: string): Promise<DeliveryKey | null> {
  const row = await db.selectFrom('deliveries').select(['user_id', 'id']).where('wamid', '=', wamid).executeTakeFirst()
  return row ? { userId: row.user_id, deliveryId: row.id } : null
}

export async function findDestination(db: Db, userId: string, deliveryId: string): Promise<string | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('destination_id')
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.destination_id ?? null
}

/** Locks destinations in the order of their ids, before anything else of theirs (see outcomes/queue.ts). */
export async function lockDestinations(tx: Tx, keys: { userId: string; destinationId: string }[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    select 1 from destinations d
    join jsonb_to_recordset(${JSON.stringify(keys.map(k => ({ user_id: k.userId, id: k.destinationId })))}::jsonb) as k (user_id uuid, id uuid)
      on k.user_id = d.user_id and k.id = d.id
    order by d.user_id, d.id for update of d`.execute(tx)
}

/**
 * Deliveries queued before `before` that still wait, or before `unreachableBefore` if their phone is unreachable.
 * Digests are excluded: they end in their lane, with their emails.
 */
export async function takeExpired(tx: Tx, before: Date, unreachableBefore: Date, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.*, coalesce(d.resent_at, d.created_at) as since from deliveries d
    where d.state in ${stateList(waitingStates)} and d.kind <> 'digest'
      and (greatest(coalesce(d.resent_at, d.created_at), d.wait_until) <= ${before} or exists (
      select 1 from destinations p
      where p.user_id = d.user_id and p.id = d.destination_id and p.state = 'unreachable'
        and greatest(p.unreachable_since, d.resent_at, d.created_at, d.wait_until) <= ${unreachableBefore}))
    order by d.user_id, d.id limit ${limit} for update of d skip locked`.execute(tx)
  return rows
}

/** Deliveries that WhatsApp accepted before `before` and never confirmed. */
export async function takeUnconfirmed(tx: Tx, before: Date, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select *, coalesce(resent_at, created_at) as since from deliveries
    where state in ${stateList(unconfirmedStates)} and accepted_at <= ${before}
    order by user_id, id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Makes lanes due that have something to send but would not wake; returns how many. */
export async function wakeStuckLanes(db: Db, now: Date): Promise<number> {
  const woken = await sql`
    update lanes set next_at = ${now} where (user_id, destination_id) in (
      select l.user_id, l.destination_id from lanes l
      where (l.claimed_until is null or l.claimed_until <= ${now}) and exists (
        select 1 from deliveries d left join destinations p on p.user_id = d.user_id and p.id = d.destination_id
        where d.user_id = l.user_id and d.destination_id = l.destination_id and d.state in ${stateList(openStates)} and d.digest_id is null
          and (l.next_at is null or (d.state = ${state('held')} and l.next_at > greatest(d.wait_until, ${now}) and (d.reason in ('quiet', 'digest', 'folded', 'snoozed', 'allowance_used', 'payment_failed')
            or (d.reason in ('window_closed', 'announced', 'no_template', 'paused', 'destination_pending', 'destination_stopped',
              'destination_unreachable') and p.state = 'linked' and p.last_inbound_at > ${openSince(now)}
              and coalesce(p.paused_until <= ${now}, true))))))
      for update of l skip locked)`.execute(db)
  return Number(woken.numAffectedRows ?? 0)
}
