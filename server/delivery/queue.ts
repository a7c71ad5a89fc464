// Enqueues deliveries, wakes lanes, and finds out when the next lane is due.

import { sql } from 'kysely'
import type { LaneKind } from '../../core/delivery/lanes.ts'
import type { DeliverySchedule, WaitReason } from '../../core/delivery/schedule.ts'
import { openStates, State, stateRank } from '../../core/delivery/states.ts'
import { readyAtMs } from '../../core/delivery/throughput.ts'
import { windowClosesAt } from '../../core/delivery/window.ts'
import type { Show } from '../../core/filters/privacy.ts'
import type { RedactionRules } from '../../core/filters/redact/redact.ts'
import { state, stateList } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { readThroughput } from './number/queue.ts'
import type { DeliveryPolicy } from './policy.ts'

export interface NewDelivery {
  id: string
  messageId: string
  filterId: string | null
  destinationId: string
  /** The month that reserved it; null: it does not count. */
  usageMonth: string | null
  /** What is redacted on the phone, by the filters at that time. */
  redact: RedactionRules | null
  /** How much of the email the phone may show, if its filters limit it. */
  show: Show | null
  /** The part numbers of the files that follow it; null: its filter sends none. */
  files?: number[] | null
  /** Ahead of everything in its lane that is not urgent. */
  urgent?: boolean
  /** Not before this time, for `waitReason`; null: as soon as the lane allows. */
  waitUntil?: Date | null
  waitReason?: WaitReason | null
  /** Combined with whatever else is due then. */
  forDigest?: boolean
  /** Without allowance: when it would have gone with it. */
  planned?: DeliverySchedule | null
}

export type DeliveryKind = LaneKind

/** A delivery that this host may send until `leaseUntil`. `attempt` counts all attempts; it is stored before anything is sent. */
export interface ClaimedDelivery {
  userId: string
  deliveryId: string
  kind: DeliveryKind
  /** Null for announcements and digests. */
  messageId: string | null
  /** The delivery ids of the emails in an announcement or digest, in order; otherwise empty. */
  memberIds: string[]
  filterId: string | null
  destinationId: string
  waId: string | null
  waUserId: string | null
  attempt: number
  startedAt: Date
  leaseUntil: Date
  /** When the lane may send its next message. */
  nextTokenAt: Date
  /** Set if this tests whether our number, paused until then, works again. */
  probesPause: Date | null
  /** It failed before, and nothing has got through since, or its outcome was unknown. */
  mayMeetTrouble: boolean
}

/**
 * Appends deliveries to their lanes in the order given; returns the ids of those added.
 * A lane with urgent email is due since time zero, so that it is claimed before others.
 * Skips messages that were already enqueued for the same destination.
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
    redact: d.redact,
    show: d.show,
    files: d.files ?? null,
    urgent: d.urgent ?? false,
    wait_until: d.waitUntil ?? null,
    wait_reason: d.waitReason ?? null,
    for_digest: d.forDigest ?? false,
    planned: d.planned ?? null,
  }))
  // Lanes are locked first: the holder of a lane numbers its deliveries, so their order is the order of commits.
  const { rows } = await sql<{ id: string }>`
    with item as (
      select i.*, case
          -- The schedule comes first: once it is due, the lane finds out what else blocks it.
          when i.wait_until > ${now} and not i.urgent then i.wait_reason
          when d.state <> 'linked' then 'destination_' || d.state
          when greatest(d.paused_until, d.suspended_until) > ${now} then 'paused'
          when coalesce(d.last_inbound_at <= ${openSince(now)}, true) then 'window_closed'
          else (select pause_reason from messenger_numbers where paused_until > ${now} and pause_reason is not null limit 1)
        end as reason
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as i (n int, id uuid, message_id uuid, filter_id uuid, destination_id uuid, usage_month text, redact jsonb,
          show text, files integer[], urgent boolean, wait_until timestamptz, wait_reason text, for_digest boolean, planned jsonb)
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
      for_digest, planned, created_at, updated_at)
    select ${userId}::uuid, id, message_id, filter_id, destination_id, case when reason is null then ${state('queued')} else ${state('held')} end, reason,
      usage_month, redact, show, files, urgent, case when not urgent then wait_until end, for_digest and not urgent, planned,
      ${now}::timestamptz, ${now}::timestamptz
    from item join lane using (destination_id) order by n
    on conflict (user_id, message_id, destination_id) where kind = 'mail' do nothing
    returning id`.execute(tx)
  return rows.map(r => r.id)
}

/** Which of these messages were already enqueued for which destinations: `message destination`. */
export async function existingPairs(tx: Tx, userId: string, messageIds: string[]): Promise<Set<string>> {
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
 * The user requested to see an email that a digest or announcement named, or all emails of a digest: sends each again in full, before
 * ordinary email and without using allowance. One still queued on its own is sent anyway, as the tap has opened the window.
 */
export async function showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'> {
  const requested = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!requested) return 'gone'
  if (requested.kind === 'announcement') return 'shown'
  const emails = requested.kind === 'digest' ? await listMembers(tx, userId, deliveryId) : [requested]
  const items = emails
    .filter(email => email.kind === 'shown' || email.digest_id !== null || stateRank(State.parse(email.state)) >= stateRank('accepted'))
    .map((email, n) => ({ n, id: newId(now), of: email.id }))
  await sql`
    insert into deliveries (user_id, id, kind, message_id, filter_id, destination_id, state, attempts, redact, show, files, created_at, updated_at)
    select m.user_id, i.id, 'shown', m.message_id, m.filter_id, m.destination_id, ${state('queued')}, 0, m.redact, m.show, m.files, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (n int, id uuid, of uuid)
    join deliveries m on m.user_id = ${userId} and m.id = i.of
    where not exists (
      select 1 from deliveries s where s.user_id = m.user_id and s.destination_id = m.destination_id and s.message_id = m.message_id
        and s.kind = 'shown' and not s.is_repeat and s.state in ${stateList(openStates)})
    order by i.n`.execute(tx)
  await wakeLane(tx, userId, requested.destination_id, now)
  return emails.length > 0 ? 'shown' : 'gone'
}

const listMembers = (tx: Tx, userId: string, digestId: string) =>
  tx.selectFrom('deliveries').selectAll().where('user_id', '=', userId).where('digest_id', '=', digestId).orderBy('seq').execute()

/** Makes a lane due at `at`, unless it is claimed: then the end of the claim checks it anyway. */
export async function wakeLane(tx: Tx, userId: string, destinationId: string, at: Date): Promise<void> {
  await sql`
    update lanes set next_at = ${at}
    where user_id = ${userId} and destination_id = ${destinationId} and (claimed_until is null or claimed_until <= ${at})
      and exists (${hasWaiting(userId, destinationId)})`.execute(tx)
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
  const flow = await readThroughput(db, numberId)
  return flow ? new Date(Math.max(at.getTime(), readyAtMs(flow, policy.numberPerSecond, now.getTime()))) : at
}

/** Users who wrote after this time have an open service window. */
export const openSince = (now: Date): Date => new Date(2 * now.getTime() - windowClosesAt(now).getTime())

const hasWaiting = (userId: string, destinationId: string) => sql`
  select 1 from deliveries
  where user_id = ${userId} and destination_id = ${destinationId} and state in ${stateList(openStates)}`
