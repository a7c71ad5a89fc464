// The mails that one message of ours stands for: those that an announcement names, those that a digest carries.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { DeliveryKind } from '../queue.ts'

/** A message of ours that is made at the moment it leaves. `seq`: its place in the lane; null: the last. */
export interface NewMessage {
  user_id: string
  destination_id: string
  id: string
  kind: Extract<DeliveryKind, 'announcement' | 'digest'>
  seq: string | null
  urgent: boolean
}

/** `of`: the announcement or digest. */
export interface Member {
  of: string
  id: string
}

export async function insertMessages(tx: Tx, messages: NewMessage[], now: Date): Promise<void> {
  await sql`
    insert into deliveries (user_id, id, seq, kind, destination_id, state, attempts, urgent, created_at, updated_at)
    overriding system value
    select user_id, id, coalesce(seq, nextval(pg_get_serial_sequence('deliveries', 'seq'))), kind, destination_id, 'queued', 0, urgent,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as k (user_id uuid, id uuid, seq bigint, kind text, destination_id uuid, urgent boolean)`.execute(tx)
}

/** One in doubt, too, once the time of its echo is over. */
export const mayBeNamed = (now: Date): RawBuilder<unknown> =>
  sql`state in ('held', 'queued', 'unknown') and (state <> 'unknown' or due_at <= ${now})`

/** Worth an announcement: a mail, and one that its person had put off. */
export const isNews: RawBuilder<unknown> = sql`(kind = 'mail' or as_before)`

/** All that waits for an announcement at this moment is named by it; in the order of the lane. What somebody else writes to is left out. */
export async function nameWaiting(
  tx: Tx,
  announcements: Pick<NewMessage, 'user_id' | 'destination_id' | 'id'>[],
  now: Date,
): Promise<Member[]> {
  const { rows } = await sql<Member & { seq: string }>`
    update deliveries d set state = 'held', reason = 'announced', announced_by = b.of, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id, k.id as of
      from jsonb_to_recordset(${JSON.stringify(announcements)}::jsonb) as k (user_id uuid, destination_id uuid, id uuid)
      join deliveries f on f.user_id = k.user_id and f.destination_id = k.destination_id
      where ${mayBeNamed(now)} and ${isNews} and f.digest_id is null and (f.wait_until is null or f.wait_until <= ${now})
        and (f.announced_by = k.id or coalesce(f.reason not in ('announced', 'no_template'), true)) and f.reason is distinct from 'allowance_used'
      for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id returning b.of, d.id, d.seq`.execute(tx)
  return inOrder(rows)
}

/** Puts mails that are locked into their new digests. */
export async function carry(tx: Tx, members: (Member & { user_id: string })[], now: Date): Promise<void> {
  await sql`
    update deliveries d set state = 'sending', reason = null, due_at = null, digest_id = k.of, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as k (user_id uuid, id uuid, of uuid)
    where d.user_id = k.user_id and d.id = k.id`.execute(tx)
}

/** The mails of digests that leave once more leave with them; in the order of the lane. */
export async function carryAgain(tx: Tx, digests: Pick<NewMessage, 'user_id' | 'id'>[], now: Date): Promise<Member[]> {
  const { rows } = await sql<Member & { seq: string }>`
    update deliveries d set state = 'sending', reason = null, due_at = null, updated_at = ${now}
    from (
      select f.user_id, f.id from (${keysOf(digests)}) k
      join deliveries f on f.user_id = k.user_id and f.digest_id = k.id
      where f.state in ('held', 'queued', 'unknown') for update of f skip locked
    ) b where d.user_id = b.user_id and d.id = b.id returning d.digest_id as of, d.id, d.seq`.execute(tx)
  return inOrder(rows)
}

/** What announcements have named waits for `reason` from now on. `isKept`: they are tried again with all that they name. */
export async function renameNamed(
  tx: Tx,
  announcements: Pick<NewMessage, 'user_id' | 'id'>[],
  { reason, isKept }: { reason: string; isKept: boolean },
  now: Date,
): Promise<void> {
  await sql`
    update deliveries set reason = ${reason}, announced_by = case when ${isKept} then announced_by end, updated_at = ${now}
    where (user_id, id) in (
      select d.user_id, d.id from (${keysOf(announcements)}) k join deliveries d on d.user_id = k.user_id and d.announced_by = k.id
      where d.state = 'held' and d.reason in ('announced', 'no_template') order by d.id for update of d)`.execute(tx)
}

const keysOf = (messages: Pick<NewMessage, 'user_id' | 'id'>[]): RawBuilder<unknown> =>
  sql`select * from jsonb_to_recordset(${JSON.stringify(messages.map(m => ({ user_id: m.user_id, id: m.id })))}::jsonb) as k (user_id uuid, id uuid)`

function inOrder(rows: (Member & { seq: string })[]): Member[] {
  return rows.toSorted((a, b) => Number(BigInt(a.seq) - BigInt(b.seq))).map(({ of, id }) => ({ of, id }))
}
