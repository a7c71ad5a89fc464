// SQL for the deliveries combined in one message: named by an announcement or contained in a digest.

import { type RawBuilder, sql } from 'kysely'
import { claimableStates } from '../../core/delivery/states.ts'
import { state, stateList } from '../foundation/db/delivery-states.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { DeliveryKind } from './queue.ts'

/** A digest or announcement, created when it is sent. `seq`: its position in the lane; null: the end. */
export interface NewCombinedMessage {
  user_id: string
  destination_id: string
  id: string
  kind: Extract<DeliveryKind, 'announcement' | 'digest'>
  seq: string | null
  urgent: boolean
}

/** `of`: the announcement or digest. */
export interface BundledDelivery {
  of: string
  id: string
}

export async function insertMessages(tx: Tx, messages: NewCombinedMessage[], now: Date): Promise<void> {
  await sql`
    insert into deliveries (user_id, id, seq, kind, destination_id, state, attempts, urgent, created_at, updated_at)
    overriding system value
    select user_id, id, coalesce(seq, nextval(pg_get_serial_sequence('deliveries', 'seq'))), kind, destination_id, ${state('queued')}, 0, urgent,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as k (user_id uuid, id uuid, seq bigint, kind text, destination_id uuid, urgent boolean)`.execute(tx)
}

/** Includes unknown outcomes once their echo is overdue. */
export const mayBeNamed = (now: Date): RawBuilder<unknown> =>
  sql`state in ${stateList(claimableStates)} and (state <> ${state('unknown')} or due_at <= ${now})`

/** Worth an announcement: a new email, or one that the user had snoozed. */
export const isNews: RawBuilder<unknown> = sql`(kind = 'mail' or is_repeat)`

/** Marks everything that waits for an announcement as named by it, in lane order; skips what somebody else is writing. */
export async function nameWaiting(
  tx: Tx,
  announcements: Pick<NewCombinedMessage, 'user_id' | 'destination_id' | 'id'>[],
  now: Date,
): Promise<BundledDelivery[]> {
  const { rows } = await sql<BundledDelivery & { seq: string }>`
    update deliveries d set state = ${state('held')}, reason = 'announced', announced_by = b.of, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id, k.id as of
      from jsonb_to_recordset(${JSON.stringify(announcements)}::jsonb) as k (user_id uuid, destination_id uuid, id uuid)
      join deliveries f on f.user_id = k.user_id and f.destination_id = k.destination_id
      where ${mayBeNamed(now)} and ${isNews} and f.digest_id is null and (f.wait_until is null or f.wait_until <= ${now})
        and (f.announced_by = k.id or coalesce(f.reason not in ('announced', 'no_template'), true))
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id returning b.of, d.id, d.seq`.execute(tx)
  return inOrder(rows)
}

/** Puts locked emails into their new digests. */
export async function bundleIntoDigest(tx: Tx, members: (BundledDelivery & { user_id: string })[], now: Date): Promise<void> {
  await sql`
    update deliveries d set state = ${state('sending')}, reason = null, due_at = null, digest_id = k.of, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as k (user_id uuid, id uuid, of uuid)
    where d.user_id = k.user_id and d.id = k.id`.execute(tx)
}

/** Marks the emails of digests that are sent again as sending, in lane order. */
export async function readBundled(tx: Tx, digests: Pick<NewCombinedMessage, 'user_id' | 'id'>[], now: Date): Promise<BundledDelivery[]> {
  const { rows } = await sql<BundledDelivery & { seq: string }>`
    update deliveries d set state = ${state('sending')}, reason = null, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id from (${toKeys(digests)}) k
      join deliveries f on f.user_id = k.user_id and f.digest_id = k.id
      where f.state in ${stateList(claimableStates)} for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id returning d.digest_id as of, d.id, d.seq`.execute(tx)
  return inOrder(rows)
}

/** The emails of these announcements wait for `reason` from now on. `keepsAnnouncement`: it is retried with the same emails. */
export async function updateNamed(
  tx: Tx,
  announcements: Pick<NewCombinedMessage, 'user_id' | 'id'>[],
  { reason, keepsAnnouncement }: { reason: string; keepsAnnouncement: boolean },
  now: Date,
): Promise<void> {
  await sql`
    update deliveries set reason = ${reason}, announced_by = case when ${keepsAnnouncement} then announced_by end, updated_at = ${now}
    where (user_id, id) in (
      select d.user_id, d.id from (${toKeys(announcements)}) k join deliveries d on d.user_id = k.user_id and d.announced_by = k.id
      where d.state = ${state('held')} and d.reason in ('announced', 'no_template') order by d.id for update of d)`.execute(tx)
}

const toKeys = (messages: Pick<NewCombinedMessage, 'user_id' | 'id'>[]): RawBuilder<unknown> =>
  sql`select * from jsonb_to_recordset(${JSON.stringify(messages.map(m => ({ user_id: m.user_id, id: m.id })))}::jsonb) as k (user_id uuid, id uuid)`

function inOrder(rows: (BundledDelivery & { seq: string })[]): BundledDelivery[] {
  return rows.toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq))).map(({ of, id }) => ({ of, id }))
}
