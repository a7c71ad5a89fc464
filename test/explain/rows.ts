// Fills a database with the history of one user with very much email among many with little.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, openDb, openPool, unhurriedLimits } from '../../server/foundation/db/pool.ts'
import type { SealKey } from '../../server/foundation/seal.ts'
import { sealHead } from '../../server/mail/messages/sealed.ts'

/** The tables that grow with email and with time. */
export const growingTables = [
  ...[
    'messages',
    'decisions',
    'deliveries',
    'attempts',
    'mailbox_events',
    'message_copies',
    'mailbox_actions',
    'phone_commands',
    'replies',
  ],
  ...['web_view_links', 'inbound_messages', 'activity_logs', 'outbox', 'message_counts'],
] as const

export interface Owner {
  userId: string
  mailboxId: string
  /** Every second message came there, in an INBOX of this UIDVALIDITY. */
  imapMailboxId: string
  uidValidity: number
  destinationId: string
  filterId: string
}

/** How many messages the heavy user has, and how many the light ones have together. */
export const heavyMessages = 50_000
const lightUsers = 400
const messagesPerLightUser = 75

export async function fillHistory(url: string, heavy: Owner, contentKey: SealKey): Promise<void> {
  const db = openDb(openPool(url, 1, unhurriedLimits))
  try {
    await sql`set synchronous_commit = off`.execute(db)
    for (const table of growingTables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await fillFor(db, [heavy], heavyMessages)
    await sealHeads(db, heavy.userId, contentKey)
    const light = Array.from({ length: lightUsers }, () => ({
      ...{ userId: randomUUID(), mailboxId: randomUUID(), imapMailboxId: randomUUID(), uidValidity: 1 },
      ...{ destinationId: randomUUID(), filterId: randomUUID() },
    }))
    await fillFor(db, light, messagesPerLightUser)
    for (const table of growingTables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Spread evenly over the year before now: 70 % delivered, 29 % not matched, a few that failed, are held, or were suppressed. */
async function fillFor(db: Db, owners: Owner[], count: number): Promise<void> {
  await sql`drop table if exists filling`.execute(db)
  await sql`
    create unlogged table filling as
    select o.user_id, case when n % 2 = 0 then o.imap_mailbox_id else o.mailbox_id end as mailbox_id, o.uid_validity,
      o.destination_id, o.filter_id, n, at, n % 100 as share,
      (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 3, '0') || substr(md5(o.user_id::text || n), 1, 12))::uuid as id
    from jsonb_to_recordset(${JSON.stringify(owners.map(toRow))}::jsonb)
      as o (user_id uuid, mailbox_id uuid, imap_mailbox_id uuid, uid_validity bigint, destination_id uuid, filter_id uuid)
    cross join lateral (
      select n, now() - n * interval '364 days' / ${count}::int - interval '1 hour' as at from generate_series(1, ${count}::int) n) m
    order by at`.execute(db)
  await fillMessages(db)
  await fillRest(db)
  await sql`drop table filling`.execute(db)
}

const toRow = (owner: Owner) => ({
  ...{ user_id: owner.userId, mailbox_id: owner.mailboxId, imap_mailbox_id: owner.imapMailboxId, uid_validity: owner.uidValidity },
  ...{ destination_id: owner.destinationId, filter_id: owner.filterId },
})

/** What is older than the retention was erased, except for two thousand that the next sweep finds. */
async function fillMessages(db: Db): Promise<void> {
  await sql`
    insert into messages (user_id, id, mailbox_id, source_key, content_hash, folder, uid_validity, uid, size_bytes, arrived_at, dated_at, erase_at, erased_at)
    select user_id, id, mailbox_id, 'past/' || n, sha256(id::text::bytea), 'INBOX', uid_validity, 1000000 + n, 4000, at, at, at + interval '30 days',
      case when at < now() - interval '31 days' and n % 25 > 0 then at + interval '30 days' end from filling`.execute(db)
  await sql`
    insert into decisions (user_id, message_id, decision, at)
    select user_id, id, case when share < 71 then 'matched' when share < 72 then 'suppressed' else 'not_matched' end, at from filling`.execute(
    db,
  )
  await sql`
    insert into deliveries (user_id, id, message_id, destination_id, filter_id, state, reason, attempts, wamid, wait_until, usage_month,
      created_at, accepted_at, sent_at, delivered_at, read_at, failed_at, updated_at)
    select user_id, id, id, destination_id, filter_id, state, case when state = 'held' then 'digest' when state = 'failed' then 'refused' end, 1,
      case when state <> 'held' then 'wamid.' || id end, case when state = 'held' then now() + interval '1 day' end, to_char(at, 'YYYY-MM'),
      at, at, at, case when state in ('delivered', 'read') then at end, case when state = 'read' then at end,
      case when state = 'failed' then at end, at
    from (select *, case when n % 1000 = 7 then 'failed' when n < 1000 and n % 100 = 3 then 'held' when n % 2 = 0 then 'read' else 'delivered' end as state
      from filling where share < 71) f`.execute(db)
  await sql`
    insert into attempts (user_id, delivery_id, n, started_at, dispatched_at, ended_at, outcome, wamid)
    select user_id, id, 1, at, at, at, 'sent', 'wamid.' || id from filling where share < 71`.execute(db)
}

/** So that searches can open what is still stored. */
async function sealHeads(db: Db, userId: string, contentKey: SealKey): Promise<void> {
  const rows = await db.selectFrom('messages').select('id').where('user_id', '=', userId).where('erased_at', 'is', null).execute()
  const heads = rows.map(({ id }) => sealHead(contentKey, userId, id, { from: null, subject: 'hay', date: null }).toString('hex'))
  await sql`
    update messages m set head = decode(k.head, 'hex') from unnest(${rows.map(row => row.id)}::uuid[], ${heads}::text[]) as k (id, head)
    where m.user_id = ${userId} and m.id = k.id`.execute(db)
}

async function fillRest(db: Db): Promise<void> {
  await sql`
    insert into mailbox_events (user_id, mailbox_id, id, at, kind)
    select user_id, mailbox_id, id, now() - n * interval '12 hours', 'connected' from filling where n <= 200 and n % 4 = 0`.execute(db)
  await sql`
    insert into message_copies (user_id, copy_key, message_id, mailbox_id, folder, at, sent_to)
    select user_id, sha256(id::text::bytea), id, mailbox_id, 'INBOX', now() - interval '1 hour', '{}' from filling where n % 5 = 0`.execute(
    db,
  )
  await sql`
    insert into mailbox_actions (user_id, id, source, message_id, mailbox_id, kind, filter_id, state, created_at, updated_at)
    select user_id, id, 'filter', id, mailbox_id, 'mark_read', filter_id, 'done', at, at from filling where n % 5 = 0`.execute(db)
  await sql`
    insert into phone_commands (user_id, id, destination_id, message_id, delivery_id, wamid, command, state, created_at, ended_at)
    select user_id, id, destination_id, id, id, 'command.' || id, 'archive', 'done', at, at from filling where n % 5 = 0`.execute(db)
  await sql`
    insert into replies (user_id, id, message_id, mailbox_id, destination_id, wamid, state, cautions, to_hash, created_at, sent_at, updated_at)
    select user_id, id, id, mailbox_id, destination_id, 'reply.' || id, 'sent', '{}', '', at, at, at from filling where n % 5 = 0`.execute(
    db,
  )
  await sql`
    insert into web_view_links (token_hash, user_id, message_id, delivery_id, for_owner, created_at, expires_at)
    select sha256(id::text::bytea), user_id, id, id, false, at, now() + interval '7 days' from filling where n % 5 = 0`.execute(db)
  await sql`
    insert into inbound_messages (wamid, sender, kind, body, received_at, answered_at)
    select 'inbound.' || id, '1555' || (n % 500), 'text', '{}', now() - interval '1 day', now() - interval '1 day' from filling where n % 5 = 0`.execute(
    db,
  )
  await sql`
    insert into activity_logs (id, action, status, created_at) select id, 'sign_in', 'success', at from filling where n % 5 = 0`.execute(db)
}
