// The delivery queue: enqueues deliveries, wakes lanes, and tells when the next one is due.

import { sql } from 'kysely'
import type { LaneKind } from '../../core/delivery/lanes.ts'
import { openStates, rank, State } from '../../core/delivery/states.ts'
import { readyAtMs } from '../../core/delivery/throughput.ts'
import { closesAt } from '../../core/delivery/window.ts'
import type { Show } from '../../core/filters/privacy.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import { oneOf, state } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { readFlow } from './number/queue.ts'
import type { DeliveryPolicy } from './policy.ts'

/** `held` names why it may not go yet though it is kept; a phone that cannot receive holds it by itself. */
export interface NewDelivery {
  id: string
  messageId: string
  filterId: string | null
  destinationId: string
  usageMonth: string
  held: 'allowance_used' | null
  /** What is blacked out on the phone, as the filters of that moment ask. */
  redact: Redact | null
  /** How much of the email may be seen on the phone, where its filters say so. */
  show: Show | null
  /** The places of the files that follow it; null: its filter sends none. */
  files?: number[] | null
  /** Before all that is not urgent of its lane, and at once. */
  urgent?: boolean
  /** Not before this hour, for this reason; null: as soon as the lane can. */
  waitUntil?: Date | null
  waitReason?: WaitReason | null
  /** Into a digest with what else is due then. */
  folds?: boolean
}

export type WaitReason = 'quiet' | 'digest' | 'folded'

export type DeliveryKind = LaneKind

/** A delivery that is ours to send until `leaseUntil`. `attempt` counts all tries; it is written before anything is sent. */
export interface ClaimedDelivery {
  userId: string
  deliveryId: string
  kind: DeliveryKind
  /** Null of an announcement and of a digest. */
  messageId: string | null
  /** The emails that an announcement names or a digest carries, by the ids of their deliveries, in their order; else empty. */
  memberIds: string[]
  filterId: string | null
  destinationId: string
  waId: string | null
  waUserId: string | null
  attempt: number
  startedAt: Date
  leaseUntil: Date
  /** When the lane may send its next. */
  nextTokenAt: Date
  /** Not null: sent to find out whether our number, paused until then, works again. */
  probesPause: Date | null
}

/**
 * Puts deliveries behind all others of their destinations, in the order given; returns the ids that are new.
 * A lane with urgent email is due since ever, so that it is claimed before all that is not.
 * One of a message that is on its way to the same destination already is left out.
 */
export async function enqueue(tx: Tx, userId: string, deliveries: NewDelivery[], now: Date): Promise<string[]> {
  if (deliveries.length === 0) return []
  const items = deliveries.map((d, n) => ({
    n,
    id: d.id,
    message_id: d.messageId,
    filter_id: d.filterId,
    destination_id: d.destinationId,
    usage_month: d.usageMonth,
    held: d.held,
    redact: d.redact,
    show: d.show,
    files: d.files ?? null,
    urgent: d.urgent ?? false,
    wait_until: d.waitUntil ?? null,
    wait_reason: d.waitReason ?? null,
    for_digest: d.folds ?? false,
  }))
  // The lanes come first: whoever holds a lane numbers its deliveries, so that their order is the order of commits.
  const { rows } = await sql<{ id: string }>`
    with item as (
      select i.*, case
          when i.held is not null then i.held
          -- Before what a phone's word would release: the hour comes first, and then the lane says what else is in the way.
          when i.wait_until > ${now} and not i.urgent then i.wait_reason
          when d.state <> 'linked' then 'destination_' || d.state
          when d.paused_until > ${now} then 'paused'
          when coalesce(d.last_inbound_at <= ${openSince(now)}, true) then 'window_closed'
          else (select pause_reason from messenger_numbers where paused_until > ${now} and pause_reason is not null limit 1)
        end as reason
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as i (n int, id uuid, message_id uuid, filter_id uuid, destination_id uuid, usage_month text, held text, redact jsonb,
          show text, files integer[], urgent boolean, wait_until timestamptz, wait_reason text, for_digest boolean)
      join destinations d on d.user_id = ${userId} and d.id = i.destination_id
    ), lane as (
      insert into lanes (user_id, destination_id, tokens, refilled_at, next_at)
      select ${userId}::uuid, destination_id, 0, to_timestamp(0),
        min(case when urgent then to_timestamp(0) else greatest(wait_until, ${now}::timestamptz) end)
      from item group by destination_id order by destination_id
      on conflict (user_id, destination_id) do update
        set next_at = case when lanes.claimed_until > ${now} then lanes.next_at else least(lanes.next_at, excluded.next_at) end
      returning destination_id
    )
    insert into deliveries (user_id, id, message_id, filter_id, destination_id, state, reason, usage_month, redact, show, files, urgent, wait_until,
      for_digest, created_at, updated_at)
    select ${userId}::uuid, id, message_id, filter_id, destination_id, case when reason is null then ${state('queued')} else ${state('held')} end, reason,
      usage_month, redact, show, files, urgent, case when not urgent then wait_until end, for_digest and not urgent, ${now}::timestamptz, ${now}::timestamptz
    from item join lane using (destination_id) order by n
    on conflict (user_id, message_id, destination_id) where kind = 'mail' do nothing
    returning id`.execute(tx)
  return rows.map(r => r.id)
}

/** The pairs of these messages and phones that are on their way or were: `message destination`. */
export async function pairsOf(tx: Tx, userId: string, messageIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(['message_id', 'destination_id'])
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .where('kind', '=', 'mail')
    .execute()
  return new Set(rows.map(row => `${row.message_id} ${row.destination_id}`))
}

/**
 * Its person asked to see an email that a digest or an announcement stood for, or all emails of a digest: each goes once more and whole,
 * before ordinary email and beside the allowance. One that is still to leave by itself goes with the window that the tap has opened.
 */
export async function showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'> {
  const asked = await tx.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('id', '=', deliveryId).executeTakeFirst()
  if (!asked) return 'gone'
  if (asked.kind === 'announcement') return 'shown'
  const mails = asked.kind === 'digest' ? await membersOf(tx, userId, deliveryId) : [asked]
  const items = mails
    .filter(mail => mail.kind === 'shown' || mail.digest_id !== null || rank(State.parse(mail.state)) >= rank('accepted'))
    .map((mail, n) => ({ n, id: newId(now), of: mail.id }))
  await sql`
    insert into deliveries (user_id, id, kind, message_id, filter_id, destination_id, state, attempts, redact, show, files, created_at, updated_at)
    select m.user_id, i.id, 'shown', m.message_id, m.filter_id, m.destination_id, ${state('queued')}, 0, m.redact, m.show, m.files, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (n int, id uuid, of uuid)
    join deliveries m on m.user_id = ${userId} and m.id = i.of
    where not exists (
      select 1 from deliveries s where s.user_id = m.user_id and s.destination_id = m.destination_id and s.message_id = m.message_id
        and s.kind = 'shown' and not s.is_repeat and s.state in ${oneOf(openStates)})
    order by i.n`.execute(tx)
  await wakeLane(tx, userId, asked.destination_id, now)
  return mails.length > 0 ? 'shown' : 'gone'
}

const membersOf = (tx: Tx, userId: string, digestId: string) =>
  tx.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('digest_id', '=', digestId).orderBy('seq').execute()

/** Makes the head of a lane due at `at`, unless it is being sent: then its end looks at the lane anyway. */
export async function wakeLane(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  await sql`
    update lanes set next_at = ${at}
    where user_id = ${userId} and destination_id = ${destinationId} and (claimed_until is null or claimed_until <= ${at})
      and exists (${waiting(userId, destinationId)})`.execute(tx)
}

/** When the next lane is due and our number may send; null when nothing waits. */
export async function nextDueAt(
  db: Db,
  now: Date,
  { numberId, policy }: { numberId: string; policy: DeliveryPolicy },
): Promise<Date | null> {
  const { at } = await db
    .selectFrom('lanes')
    .select(e => e.fn.min('next_at').as('at'))
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (!at || at > now) return at
  const flow = await readFlow(db, numberId)
  return flow ? new Date(Math.max(at.getTime(), readyAtMs(flow, policy.numberPerSecond, now.getTime()))) : at
}

/** Who wrote after this hour has an open service window. */
export const openSince = (now: Date): Date => new Date(2 * now.getTime() - closesAt(now).getTime())

const waiting = (userId: string, destinationId: string) => sql`
  select 1 from deliveries
  where user_id = ${userId} and destination_id = ${destinationId} and state in ${oneOf(openStates)}
    and reason is distinct from 'allowance_used'`
