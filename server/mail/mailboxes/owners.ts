// Finds the owner of one of our addresses, and leases IMAP mailboxes to the hosts that watch them.
import { sql } from 'kysely'
import { ImapSettings } from '../../../core/api/mail.ts'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import type { HostLimit } from '../../../core/mailbox/share.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export interface AddressOwner {
  userId: string
  mailboxId: string
  isPaused: boolean
}

/** The owner of an address; null when nobody has it. */
export async function findAddressOwner(db: Db, address: string): Promise<AddressOwner | null> {
  const row = await db
    .selectFrom('mailbox_addresses as a')
    .innerJoin('mailboxes as m', join => join.onRef('m.user_id', '=', 'a.user_id').onRef('m.id', '=', 'a.mailbox_id'))
    .select(['a.user_id', 'a.mailbox_id', 'm.state'])
    .where('a.address', '=', address.toLowerCase())
    .executeTakeFirst()
  return row ? { userId: row.user_id, mailboxId: row.mailbox_id, isPaused: row.state === 'paused' } : null
}

/** A mailbox that this host may watch until the lease ends; writes for it carry `leaseToken`. */
export interface LeasedMailbox {
  userId: string
  id: string
  settings: ImapSettings
  secret: Buffer
  leaseToken: number
  /** The first one is the primary folder. */
  folders: LeasedFolder[]
  state: Row<'mailboxes'>['state']
  reason: string | null
  downSince: Date | null
  /** How often it was tried in vain since its user was to act. */
  retries: number
  lastAliveAt: Date | null
  lastMailAt: Date | null
  secondPathAt: Date | null
}

export interface LeasedFolder {
  name: string
  cursor: FolderCursor | null
  startsAt: Date
  passedAt: Date | null
  isGone: boolean
}

export interface LeaseClaim {
  host: string
  /** For what is due by our own clock, as a retry is. */
  now: Date
  leaseMs: number
  most: number
  /** Reclaims what an earlier process of this host still holds. */
  mine: boolean
  /** Mailboxes that this host watches already. */
  except: string[]
}

// Leases begin and end by PostgreSQL's clock alone: those of the hosts may differ.
const inMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`

/** Claims IMAP mailboxes that nobody watches; when two hosts compete, one gets each. */
export async function claimMailboxes(db: Db, ask: LeaseClaim): Promise<LeasedMailbox[]> {
  const { host, now, leaseMs, most, mine, except } = ask
  // One index each: every host asks each second, and nearly always finds nothing.
  const ways = [
    sql<boolean>`lease_until is null`,
    sql<boolean>`lease_until < now()`,
    sql<boolean>`lease_host in (select host from mailbox_hosts where until < now() and host <> ${host})`,
    ...(mine ? [sql<boolean>`lease_host = ${host}`] : []),
  ]
  const candidates = ways.map(way => sql`select user_id, id from mailboxes where ${isWatchable(now)} and ${way}`)
  const { rows } = await sql<Row<'mailboxes'>>`
    with candidates as materialized (${sql.join(candidates, sql` union `)}), free as (
      select m.user_id, m.id from mailboxes m join candidates c on c.user_id = m.user_id and c.id = m.id
      where ${isWatchable(now)} and (${sql.join(ways, sql` or `)}) and m.id <> all (${except}::uuid[])
      limit ${most} for update of m skip locked
    )
    update mailboxes m set lease_host = ${host}, lease_until = ${inMs(leaseMs)}, lease_token = m.lease_token + 1
    from free where m.user_id = free.user_id and m.id = free.id
    returning m.*`.execute(db)
  const folders = await readFolders(db, rows)
  return rows.flatMap(row => toLeasedMailbox(row, folders.get(row.id) ?? []) ?? [])
}

export interface HeldLease {
  userId: string
  id: string
  leaseToken: number
  aliveAt: Date | null
}

const isWatchable = (now: Date) => sql<boolean>`
  kind = 'imap' and state <> 'paused' and (state <> 'needs_you' or retry_at <= ${now})
    and (suspended_until is null or suspended_until <= ${now})`

/** Marks this host, and with it all its leases, as alive for so long. */
export async function saveHeartbeat(db: Db, host: string, ms: number, limit: HostLimit): Promise<void> {
  await sql`
    with gone as (delete from mailbox_hosts where until < now() - interval '1 day' and host <> ${host})
    insert into mailbox_hosts (host, until, mailbox_limit) values (${host}, ${inMs(ms)}, ${limit})
    on conflict (host) do update set until = excluded.until, mailbox_limit = excluded.mailbox_limit`.execute(db)
}

/** Ends the last heartbeat of a host that stops, so that others take over at once whatever it could not release. */
export async function endHost(db: Db, host: string): Promise<void> {
  await db.updateTable('mailbox_hosts').set({ until: sql<Date>`now() - interval '1 second'` }).where('host', '=', host).execute()
}

/** The limits of the hosts that are alive. */
export async function readHostLimits(db: Db): Promise<{ host: string; limit: HostLimit }[]> {
  return db
    .selectFrom('mailbox_hosts')
    .select(['host', 'mailbox_limit as limit'])
    .where('until', '>=', sql<Date>`now()`)
    .orderBy('host')
    .execute()
}

/** How many mailboxes all hosts together have to watch. */
export async function countWatchable(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mailboxes where ${isWatchable(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The number of this host's mailboxes and the sum of their tokens: while both are unchanged, no lease was lost. */
export async function readLeaseChecksum(db: Db, host: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select count(*) || ' ' || coalesce(sum(lease_token), 0) as sum from mailboxes where lease_host = ${host}`.execute(db)
  return rows[0]?.sum ?? ''
}

interface Renewed {
  renewed: Set<string>
  /** Still held, but somebody had the row locked: to be tried again. */
  skipped: Set<string>
}

/** Extends leases for so long and saves the last signs of life. Never waits for a row: one that cannot be written must not hold up the others. */
export async function renewLeases(db: Db, host: string, held: HeldLease[], ms: number): Promise<Renewed> {
  if (held.length === 0) return { renewed: new Set(), skipped: new Set() }
  const { rows } = await sql<{ id: string; is_renewed: boolean }>`
    with held as (select * from ${toSqlTable(held)}), free as materialized (
      select m.user_id, m.id, h.alive_at from mailboxes m join held h on m.user_id = h.user_id and m.id = h.id
      where m.lease_token = h.token and m.lease_host = ${host}
      for update of m skip locked
    ), renewed as (
      update mailboxes m set lease_until = ${inMs(ms)}, ${markAlive}
      from free h where m.user_id = h.user_id and m.id = h.id
      returning m.id
    )
    select m.id, m.id in (select id from renewed) as is_renewed from held h
    join mailboxes m on m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}`.execute(db)
  const idsOf = (isRenewed: boolean) => new Set(rows.filter(row => row.is_renewed === isRenewed).map(row => row.id))
  return { renewed: idsOf(true), skipped: idsOf(false) }
}

/** Which leases this host has lost: taken over, paused, changed or removed. */
export async function findLostLeases(db: Db, host: string, held: HeldLease[]): Promise<Set<string>> {
  if (held.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select h.id from ${toSqlTable(held)} left join mailboxes m on m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}
    where m.id is null`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Releases leases, so that the next host need not wait for them to expire. */
export async function releaseLeases(db: Db, host: string, held: HeldLease[]): Promise<void> {
  if (held.length === 0) return
  await sql`
    update mailboxes m set lease_until = null, lease_host = null, ${markAlive}
    from ${toSqlTable(held)} where m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}`.execute(db)
}

const currentHalfHour = sql`floor(extract(epoch from h.alive_at) / 1800)::bigint`
// A sign of life sets the bit of its half hour (core/mailbox/pulse.ts); 48 of them are stored.
const markAlive = sql`
  last_alive_at = greatest(m.last_alive_at, h.alive_at),
  pulse_half = greatest(m.pulse_half, ${currentHalfHour}),
  pulse = case
    when h.alive_at is null or ${currentHalfHour} < m.pulse_half then m.pulse
    when m.pulse_half is null then 1
    else ((m.pulse << least(${currentHalfHour} - m.pulse_half, 48)::int) | 1) & ((1::bigint << 48) - 1) end`

/** Deletes expired forwarding confirmations. */
export async function sweepConfirmations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mailbox_confirmations').where('at', '<', before).execute()
}

const toSqlTable = (held: HeldLease[]) => sql`
  unnest(${held.map(h => h.userId)}::uuid[], ${held.map(h => h.id)}::uuid[], ${held.map(h => h.leaseToken)}::bigint[], ${held.map(h => h.aliveAt)}::timestamptz[])
    as h (user_id, id, token, alive_at)`

async function readFolders(db: Db, mailboxes: Row<'mailboxes'>[]): Promise<Map<string, LeasedFolder[]>> {
  if (mailboxes.length === 0) return new Map()
  const { rows } = await sql<Row<'folder_syncs'>>`
    select f.* from folder_syncs f
    join unnest(${mailboxes.map(m => m.user_id)}::uuid[], ${mailboxes.map(m => m.id)}::uuid[]) as m (user_id, id)
      on f.user_id = m.user_id and f.mailbox_id = m.id
    order by f.name <> 'INBOX', f.name`.execute(db)
  const folders = rows.map(row => ({ mailboxId: row.mailbox_id, folder: toLeasedFolder(row) }))
  return new Map([...Map.groupBy(folders, f => f.mailboxId)].map(([id, theirs]) => [id, theirs.map(f => f.folder)]))
}

const toLeasedFolder = ({ name, uid_validity, uid_next, starts_at, synced_at, is_gone }: Row<'folder_syncs'>): LeasedFolder => ({
  name,
  cursor: uid_validity !== null && uid_next !== null ? { uidValidity: Number(uid_validity), uidNext: Number(uid_next) } : null,
  startsAt: starts_at,
  passedAt: synced_at,
  isGone: is_gone,
})

function toLeasedMailbox(row: Row<'mailboxes'>, folders: LeasedFolder[]): LeasedMailbox | null {
  const settings = ImapSettings.safeParse(row.settings)
  if (!settings.success || !row.secret) return null
  return {
    userId: row.user_id,
    id: row.id,
    settings: settings.data,
    secret: row.secret,
    leaseToken: Number(row.lease_token),
    folders,
    state: row.state,
    reason: row.reason,
    downSince: row.down_since,
    retries: row.retries,
    lastAliveAt: row.last_alive_at,
    lastMailAt: row.last_mail_at,
    secondPathAt: row.cross_checked_at,
  }
}
