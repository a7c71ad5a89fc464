// SQL for outcomes. Takes locks in a fixed order: destination, deliveries, usage, lanes, escalations, number.

import { sql } from 'kysely'
import type { StateWithReason } from '../../../core/delivery/outcome-effects.ts'
import { usageChange } from '../../../core/delivery/outcome-effects.ts'
import { isFinal, isOneOf, type State, undeliveredStates } from '../../../core/delivery/states.ts'
import type { Times } from '../../../core/delivery/times.ts'
import type { UsageOutcome } from '../../../core/plans/allowance.ts'
import { outcome } from '../../foundation/db/delivery-states.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { updateNamed } from '../bundle-queue.ts'
import { wakeEscalations } from '../escalation/store.ts'
import { addFollowUpFiles } from '../follow-up-files-queue.ts'
import type { DeliveryKind } from '../queue.ts'
import { type LaneEnd, lockLanes, mergeLaneRows, writeLanes } from './lanes-queue.ts'

/** Reports the outcome of a reserved delivery to the usage of its month. */
export type OnFinal = (tx: Tx, userId: string, month: string, outcome: UsageOutcome) => Promise<void>

export interface DeliveryKey {
  userId: string
  deliveryId: string
}

export interface DeliveryRow {
  user_id: string
  id: string
  destination_id: string
  kind: DeliveryKind
  /** Null if it does not count: it reserved nothing. */
  usage_month: string | null
  state: State
  reason: string | null
  attempts: number
  due_at: Date | null
  wamid: string | null
  digest_id: string | null
  /** The part numbers of the files that follow it. */
  files: number[] | null
  announced_by: string | null
  escalation_id: string | null
  since: Date
  accepted_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  failed_at: Date | null
  incident: string | null
  arrived_wamids: string[] | null
  /** By message: why WhatsApp reported it as failed. */
  failures: unknown
}

/** The change of one delivery, its attempt and its lane. */
export interface DeliveryChange {
  row: DeliveryRow
  after: StateWithReason
  dueAt: Date | null
  wamid: string | null
  times: Times
  /** It is sent individually from now on, without its digest. */
  leavesDigest?: boolean
  attempt: { n: number; outcome: string; reason: string | null; wamid: string | null } | null
  /** Null: the lane is not touched. */
  lane: LaneEnd | null
}

/** Locks deliveries in the order of their ids. */
export async function lockDeliveries(tx: Tx, keys: DeliveryKey[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.*, coalesce(d.resent_at, d.created_at) as since from deliveries d
    join jsonb_to_recordset(${JSON.stringify(keys.map(k => ({ user_id: k.userId, id: k.deliveryId })))}::jsonb) as k (user_id uuid, id uuid)
      on k.user_id = d.user_id and k.id = d.id
    order by d.user_id, d.id for update of d`.execute(tx)
  return rows
}

/** Locks deliveries and the emails of digests, with `named` also those named by announcements, all in the order of their ids. */
export async function lockWithBundled(
  tx: Tx,
  keys: DeliveryKey[],
  named: boolean,
): Promise<{ rows: DeliveryRow[]; members: DeliveryRow[] }> {
  const ids = new Set(keys.map(k => k.deliveryId))
  const { rows } = await sql<DeliveryRow>`
    with k as (
      select * from jsonb_to_recordset(${JSON.stringify(keys.map(k => ({ user_id: k.userId, id: k.deliveryId })))}::jsonb) as k (user_id uuid, id uuid)
    )
    select d.*, coalesce(d.resent_at, d.created_at) as since from deliveries d
    where (d.user_id, d.id) in (
      select user_id, id from k
      union all select m.user_id, m.id from k join deliveries m on m.user_id = k.user_id and m.digest_id = k.id
      union all select m.user_id, m.id from k join deliveries m on m.user_id = k.user_id and m.announced_by = k.id where ${named})
    order by d.user_id, d.id for update of d`.execute(tx)
  return {
    rows: rows.filter(r => ids.has(r.id)),
    members: rows.filter(r => r.digest_id !== null && ids.has(r.digest_id) && !ids.has(r.id)),
  }
}

export interface Tries {
  id: string
  /** Since the delivery was last held. */
  tries: number
  unknown_since: Date | null
  /** Of the attempts before the latest: one that outlived its claim may have been called unknown by another host. */
  unknown_before: Date | null
  /** Of an attempt that was thought lost and was sent after all. */
  sent_wamid: string | null
  /** When the first of `tries` began; null without one. */
  tried_since: Date | null
  /** When the attempt before the latest one began; null for a first attempt. */
  previous_at: Date | null
}

/** The attempts of locked deliveries since each was last queued. */
export async function readTries(tx: Tx, rows: DeliveryRow[]): Promise<Map<string, Tries>> {
  const keys = JSON.stringify(rows.map(r => ({ user_id: r.user_id, id: r.id, since: r.since, latest: r.attempts })))
  const { rows: tries } = await sql<Tries>`
    select k.id, count(a.n) filter (where a.n > h.n)::int as tries,
      min(a.ended_at) filter (where a.outcome = ${outcome('unknown')}) as unknown_since,
      min(a.ended_at) filter (where a.outcome = ${outcome('unknown')} and a.n < k.latest) as unknown_before,
      max(a.wamid) filter (where a.outcome = ${outcome('sent')}) as sent_wamid,
      min(a.started_at) filter (where a.n > h.n) as tried_since,
      (array_agg(a.started_at order by a.n desc))[2] as previous_at
    from jsonb_to_recordset(${keys}::jsonb) as k (user_id uuid, id uuid, since timestamptz, latest int)
    left join lateral (
      select coalesce(max(n), 0) as n from attempts where user_id = k.user_id and delivery_id = k.id and outcome = ${outcome('held')}
    ) h on true
    left join attempts a on a.user_id = k.user_id and a.delivery_id = k.id and a.started_at >= k.since
    group by k.id`.execute(tx)
  return new Map(tries.map(t => [t.id, t]))
}

/** Writes the changes of deliveries that this transaction has locked. */
export async function writeChanges(tx: Tx, changes: DeliveryChange[], now: Date, onFinal: OnFinal): Promise<void> {
  const changesUsage = changes.some(({ row, after }) => row.usage_month !== null && usageChange(row.state, after.state) !== null)
  // Arriving email locks usage before lanes, user by user; any other order here could deadlock.
  for (const part of changesUsage ? byUser(changes) : [changes]) await writePart(tx, part, now, onFinal)
}

function byUser(changes: DeliveryChange[]): DeliveryChange[][] {
  const users = Map.groupBy(changes, c => c.row.user_id)
  return [...users].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, theirs]) => theirs)
}

async function writePart(tx: Tx, changes: DeliveryChange[], now: Date, onFinal: OnFinal): Promise<void> {
  if (changes.length === 0) return
  await withdrawAnnouncements(tx, changes, now)
  await chargeUsage(tx, changes, onFinal)
  const lanes = mergeLaneRows(changes)
  const locked = lanes.length > 0 ? lockLanes(tx, lanes) : null
  const written = writeDeliveries(tx, changes, now)
  // A separate statement after the others, so that it sees everything written before.
  const followed = addFollowUpFiles(tx, changes, now).then(() => (lanes.length > 0 ? writeLanes(tx, lanes, now) : undefined))
  await Promise.all([locked, written, followed])
  await notifyEscalations(tx, changes, now)
}

/** A read, failed or cancelled delivery may end its escalation or move it to the next phone. */
async function notifyEscalations(tx: Tx, changes: DeliveryChange[], now: Date): Promise<void> {
  const relevant = changes.filter(({ row, after }) => row.escalation_id && row.state !== after.state && isEnd(after))
  for (const [userId, theirs] of [...Map.groupBy(relevant, ({ row }) => row.user_id)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await wakeEscalations(
      tx,
      userId,
      theirs.flatMap(({ row }) => row.escalation_id ?? []),
      now,
    )
}

/** An escalation already knows what it cancelled itself. */
const isEnd = ({ state, reason }: StateWithReason): boolean => isFinal(state) && state !== 'delivered' && reason !== 'taken'

/** Emails named by an announcement that was not sent wait as before. */
async function withdrawAnnouncements(tx: Tx, changes: DeliveryChange[], now: Date): Promise<void> {
  const announcements = changes.filter(c => c.row.kind === 'announcement')
  const ended = announcements.filter(c => isOneOf(undeliveredStates, c.after.state))
  const waiting = announcements.filter(c => c.after.state === 'held' && c.after.reason === 'no_template')
  if (ended.length > 0) await updateNamed(tx, ended.map(toRow), { reason: 'window_closed', keepsAnnouncement: false }, now)
  if (waiting.length > 0) await updateNamed(tx, waiting.map(toRow), { reason: 'no_template', keepsAnnouncement: true }, now)
}

const toRow = (change: DeliveryChange): DeliveryRow => change.row

async function chargeUsage(tx: Tx, changes: DeliveryChange[], onFinal: OnFinal): Promise<void> {
  for (const { row, after } of changes.toSorted((a, b) => ((a.row.usage_month ?? '') < (b.row.usage_month ?? '') ? -1 : 1))) {
    const outcome = usageChange(row.state, after.state)
    if (outcome && row.usage_month !== null) await onFinal(tx, row.user_id, row.usage_month, outcome)
  }
}

async function writeDeliveries(tx: Tx, changes: DeliveryChange[], now: Date): Promise<void> {
  const rows = changes.map(({ row, after, dueAt, leavesDigest = false, wamid, times, attempt }) => ({
    user_id: row.user_id,
    id: row.id,
    state: after.state,
    reason: after.reason,
    due_at: dueAt,
    leaves_digest: leavesDigest,
    wamid,
    accepted_at: times.accepted,
    sent_at: times.sent,
    delivered_at: times.delivered,
    read_at: times.read,
    failed_at: times.failed,
    n: attempt?.n ?? null,
    outcome: attempt?.outcome ?? null,
    attempt_reason: attempt?.reason ?? null,
    attempt_wamid: attempt?.wamid ?? null,
  }))
  await sql`
    with c as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c (user_id uuid, id uuid, state text, reason text, due_at timestamptz, leaves_digest boolean, wamid text, accepted_at timestamptz, sent_at timestamptz,
          delivered_at timestamptz, read_at timestamptz, failed_at timestamptz, n int, outcome text, attempt_reason text, attempt_wamid text)
    ),
    attempt as (
      update attempts a set ended_at = coalesce(a.ended_at, ${now}), outcome = c.outcome, reason = c.attempt_reason,
        wamid = coalesce(a.wamid, c.attempt_wamid)
      from c where a.user_id = c.user_id and a.delivery_id = c.id and a.n = c.n
    )
    update deliveries d set state = c.state, reason = c.reason, due_at = c.due_at, wamid = coalesce(c.wamid, d.wamid),
      digest_id = case when not c.leaves_digest then d.digest_id end,
      accepted_at = c.accepted_at, sent_at = c.sent_at, delivered_at = c.delivered_at, read_at = c.read_at, failed_at = c.failed_at,
      updated_at = ${now}
    from c where d.user_id = c.user_id and d.id = c.id`.execute(tx)
}
