// Fills a database with a year of one user with very much email among 500 with a little.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, openDb, openPool, unhurriedLimits } from '../../server/foundation/db/pool.ts'
import type { SealKey } from '../../server/foundation/seal.ts'
import { openContents } from './contents.ts'

/** Whose history it is, and where it came and went. */
export interface HistoryOwner {
  userId: string
  mailboxIds: [string, string, string]
  phoneId: string
  /** A phone that was stopped long ago. */
  oldPhoneId: string
  filterId: string
}

const lightUsers = 500
const messagesPerLightUser = 1000
const batch = 2000

export async function fillHistory(url: string, heavy: HistoryOwner, contentKey: SealKey, messages: number): Promise<void> {
  const db = openDb(openPool(url, 1, unhurriedLimits))
  try {
    await sql`set synchronous_commit = off`.execute(db)
    await planHistory(db, [heavy], messages)
    await saveOpenable(db, heavy.userId, contentKey, messages)
    await saveOutcomes(db)
    await planHistory(db, Array.from({ length: lightUsers }, randomOwner), messagesPerLightUser)
    await saveUnopenable(db)
    await saveOutcomes(db)
    await sql`drop table planned`.execute(db)
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

const randomOwner = (): HistoryOwner => ({
  ...{ userId: randomUUID(), mailboxIds: [randomUUID(), randomUUID(), randomUUID()] },
  ...{ phoneId: randomUUID(), oldPhoneId: randomUUID(), filterId: randomUUID() },
})

/**
 * Which messages there are, evenly over 364 days, the newest first: 60, 30 and 10 % in three mailboxes; 35 % delivered, 35 % read, 0.1 %
 * failed, 0.05 % expired, 1 % suppressed and the rest not matched. Of the oldest, seventy went to the old phone, twenty of them on hold.
 */
async function planHistory(db: Db, owners: HistoryOwner[], messages: number): Promise<void> {
  await sql`drop table if exists planned`.execute(db)
  await sql`
    create unlogged table planned as
    select o.user_id, n, at,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(o.user_id::text || n), 1, 15))::uuid as id,
      case when hash % 10 < 6 then o.mailbox_1 when hash % 10 < 9 then o.mailbox_2 else o.mailbox_3 end as mailbox_id,
      case when n > ${messages}::int - 70 then o.old_phone_id else o.phone_id end as destination_id, o.filter_id,
      case when n > ${messages}::int - 20 then 'held' when n > ${messages}::int - 70 then 'delivered'
        when hash / 10 < 3500 then 'delivered' when hash / 10 < 7000 then 'read' when hash / 10 < 7010 then 'failed'
        when hash / 10 < 7015 then 'expired' when hash / 10 < 7115 then 'suppressed' else 'not_matched' end as result
    from jsonb_to_recordset(${JSON.stringify(owners.map(toRow))}::jsonb)
      as o (user_id uuid, mailbox_1 uuid, mailbox_2 uuid, mailbox_3 uuid, phone_id uuid, old_phone_id uuid, filter_id uuid)
    cross join lateral (
      select n, date_trunc('milliseconds', now() - interval '1 hour' - n * (interval '364 days' / ${messages}::int)) as at,
        (abs(hashint8(n)::bigint) % 100000) as hash
      from generate_series(1, ${messages}::int) n) m
    order by at`.execute(db)
  await sql`create unique index on planned (user_id, n)`.execute(db)
}

const toRow = (owner: HistoryOwner) => ({
  ...{ user_id: owner.userId, phone_id: owner.phoneId, old_phone_id: owner.oldPhoneId, filter_id: owner.filterId },
  ...{ mailbox_1: owner.mailboxIds[0], mailbox_2: owner.mailboxIds[1], mailbox_3: owner.mailboxIds[2] },
})

const columns = sql`user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at, first_time_sender, erase_at, head, view`
const plainValues = sql`p.user_id, p.id, p.mailbox_id, 'past/' || p.n, sha256(p.id::text::bytea), 2000 + p.n % 40000, p.at, p.at, p.n % 9 = 0, p.at + interval '365 days'`

/** Messages whose contents open, and for every tenth the email as it was received. */
async function saveOpenable(db: Db, userId: string, contentKey: SealKey, messages: number): Promise<void> {
  const contentsOf = openContents(userId, contentKey)
  for (let last = messages; last > 0; last -= batch) {
    const { rows } = await sql<{ id: string; n: number }>`
      select id, n from planned where user_id = ${userId} and n <= ${last} and n > ${last - batch} order by n desc`.execute(db)
    const sealed = rows.map(({ id, n }) => contentsOf(id, n))
    await sql`
      insert into messages (${columns})
      select ${plainValues}, k.head, k.view
      from unnest(${rows.map(row => row.n)}::int[], ${sealed.map(one => one.head)}::bytea[], ${sealed.map(one => one.view)}::bytea[])
        as k (n, head, view) join planned p on p.user_id = ${userId} and p.n = k.n order by p.at`.execute(db)
    const raw = rows.flatMap(({ id, n }, i) => (n % 10 === 0 ? [{ id, sealed: sealed[i]?.raw ?? Buffer.alloc(0) }] : []))
    await sql`
      insert into raw_messages (user_id, id, sealed, size_bytes, created_at)
      select ${userId}, k.id, k.sealed, 300, now()
      from unnest(${raw.map(one => one.id)}::uuid[], ${raw.map(one => one.sealed)}::bytea[]) as k (id, sealed)`.execute(db)
  }
}

/** Messages of others, which nobody opens: as large as the real ones. */
async function saveUnopenable(db: Db): Promise<void> {
  await sql`
    insert into messages (${columns})
    select ${plainValues}, substring(noise.bytes from 1 + p.n % 200 for 190), substring(noise.bytes from 1 + p.n % 300 for 1000 + p.n % 700)
    from planned p cross join (select string_agg(sha256(i::text::bytea), ''::bytea) as bytes from generate_series(1, 100) i) noise
    order by p.at`.execute(db)
}

async function saveOutcomes(db: Db): Promise<void> {
  await sql`
    insert into decisions (user_id, message_id, decision, reason, at)
    select user_id, id, case when result in ('suppressed', 'not_matched') then result else 'matched' end,
      case when result = 'suppressed' then 'copy' end, at from planned order by at`.execute(db)
  await sql`
    insert into deliveries (user_id, id, message_id, destination_id, filter_id, state, reason, attempts, wamid, usage_month,
      created_at, accepted_at, sent_at, delivered_at, read_at, failed_at, fell_back_to, updated_at)
    select user_id, id, id, destination_id, filter_id, result,
      case when result = 'held' then 'destination_stopped' when result = 'failed' then 'recipient' when result = 'expired' then 'too_old' end,
      case when result = 'held' then 0 else 1 end, case when result <> 'held' then 'wamid.' || id end, to_char(at, 'YYYY-MM'), at, at, at,
      case when result in ('delivered', 'read') then at end, case when result = 'read' then at end, case when result = 'failed' then at end,
      case when result in ('failed', 'expired') then 'nowhere' end, at
    from planned where result not in ('suppressed', 'not_matched') order by at`.execute(db)
  await sql`
    insert into attempts (user_id, delivery_id, n, started_at, dispatched_at, ended_at, outcome, wamid)
    select user_id, id, 1, at, at, at, 'sent', 'wamid.' || id from planned where result in ('delivered', 'read') order by at`.execute(db)
}
