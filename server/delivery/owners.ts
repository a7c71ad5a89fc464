// SQL across users: finds the owner of a phone, code, message or delivery, and takes work.

import { type RawBuilder, sql } from 'kysely'
import { openStates, unconfirmedStates, waitingStates } from '../../core/delivery/states.ts'
import { oneOf, state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { digest } from '../foundation/seal.ts'
import type { DeliveryKey, DeliveryRow } from './outcomes/queue.ts'
import { openSince } from './queue.ts'

/** As the messenger names a person; either may be missing. */
export interface Phone {
  waId: string | null
  waUserId: string | null
}

/** The destinations of a phone that has been linked, newest first; one phone may receive for several people. */
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

/** What the messenger calls the phones of this person that receive for nobody else. */
export async function sendersOfOnly(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`
    select distinct sender from destinations d cross join unnest(array[d.wa_id, d.wa_user_id]) sender
    where d.user_id = ${userId} and sender is not null and not exists (
      select 1 from destinations o where o.user_id <> d.user_id and sender in (o.wa_id, o.wa_user_id))`.execute(db)
  return rows.map(row => row.sender)
}

/** Whose delivery it is, if it was for a destination of this phone; null for any other, as if there were none. */
export async function ownerOfDelivery(db: Db, phone: Phone, deliveryId: string): Promise<string | null> {
  const theirs = await findByPhone(db, phone)
  if (theirs.length === 0) return null
  const pairs = theirs.map(d => sql`(${d.user_id}::uuid, ${d.id}::uuid)`)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from deliveries where id = ${deliveryId} and (user_id, destination_id) in (${sql.join(pairs)})`.execute(db)
  return rows[0]?.user_id ?? null
}

/** The email that a message of ours carried to a phone; `messageId` is null of one that stands for several. */
interface Carried {
  userId: string
  destinationId: string
  deliveryId: string
  messageId: string | null
}

/** What a message of ours was to this phone, by its wamid; null where it was to another, or was no delivery. */
export async function findCarried(db: Db, phone: Phone, wamid: string): Promise<Carried | null> {
  const theirs = await findByPhone(db, phone)
  if (theirs.length === 0) return null
  const pairs = sql.join(theirs.map(d => sql`(${d.user_id}::uuid, ${d.id}::uuid)`))
  const ask = (is: RawBuilder<unknown>) =>
    sql<Row<'deliveries'>>`
    select * from deliveries where (user_id, destination_id) in (${pairs}) and ${is} order by message_id nulls first, seq limit 2`.execute(
      db,
    )
  const { rows } = await ask(sql`wamid = ${wamid}`)
  const [first, second] = rows.length > 0 ? rows : (await ask(sql`${wamid} = any(arrived_wamids)`)).rows
  if (!first) return null
  const messageId = second && second.message_id !== first.message_id ? null : first.message_id
  return { userId: first.user_id, destinationId: first.destination_id, deliveryId: first.id, messageId }
}

export type CodeOwner = { kind: 'found'; userId: string; destinationId: string } | { kind: 'wrong' } | { kind: 'expired' }

/** Uses a link code up; whoever sends it first has it. */
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

export async function destinationOf(db: Db, userId: string, deliveryId: string): Promise<string | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('destination_id')
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.destination_id ?? null
}

/** Locks destinations in the order of their ids; before anything else of theirs (see settle/queue.ts). */
export async function lockDestinations(tx: Tx, keys: { userId: string; destinationId: string }[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    select 1 from destinations d
    join jsonb_to_recordset(${JSON.stringify(keys.map(k => ({ user_id: k.userId, id: k.destinationId })))}::jsonb) as k (user_id uuid, id uuid)
      on k.user_id = d.user_id and k.id = d.id
    order by d.user_id, d.id for update of d`.execute(tx)
}

/**
 * Deliveries that entered their lane before `before` and still wait; for a dead phone those that it has kept since `deadBefore`.
 * A digest ends in its lane, with its emails.
 */
export async function takeTooOld(tx: Tx, before: Date, deadBefore: Date, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.*, coalesce(d.resent_at, d.created_at) as since from deliveries d
    where d.state in ${oneOf(waitingStates)} and d.kind <> 'digest'
      and (greatest(coalesce(d.resent_at, d.created_at), d.wait_until) <= ${before} or exists (
      select 1 from destinations p
      where p.user_id = d.user_id and p.id = d.destination_id and p.state = 'unreachable'
        and greatest(p.unreachable_since, d.resent_at, d.created_at, d.wait_until) <= ${deadBefore}))
    order by d.user_id, d.id limit ${limit} for update of d skip locked`.execute(tx)
  return rows
}

/** Deliveries that the messenger took before `before` and never reported. */
export async function takeUnconfirmed(tx: Tx, before: Date, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select *, coalesce(resent_at, created_at) as since from deliveries
    where state in ${oneOf(unconfirmedStates)} and accepted_at <= ${before}
    order by user_id, id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Makes lanes due in which something could go on though nothing would wake them; returns how many. */
export async function wakeForgotten(db: Db, now: Date): Promise<number> {
  const woken = await sql`
    update lanes set next_at = ${now} where (user_id, destination_id) in (
      select l.user_id, l.destination_id from lanes l
      where (l.claimed_until is null or l.claimed_until <= ${now}) and exists (
        select 1 from deliveries d left join destinations p on p.user_id = d.user_id and p.id = d.destination_id
        where d.user_id = l.user_id and d.destination_id = l.destination_id and d.state in ${oneOf(openStates)}
          and d.reason is distinct from 'allowance_used' and d.digest_id is null
          and (l.next_at is null or (d.state = ${state('held')} and l.next_at > greatest(d.wait_until, ${now}) and (d.reason in ('quiet', 'digest', 'folded', 'snoozed')
            or (d.reason in ('window_closed', 'announced', 'no_template', 'paused', 'destination_pending', 'destination_stopped',
              'destination_unreachable') and p.state = 'linked' and p.last_inbound_at > ${openSince(now)}
              and coalesce(p.paused_until <= ${now}, true))))))
      for update of l skip locked)`.execute(db)
  return Number(woken.numAffectedRows ?? 0)
}
