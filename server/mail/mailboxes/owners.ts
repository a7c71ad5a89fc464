// Finds the owner of one of our addresses, and leases IMAP mailboxes to the hosts that watch them.
import { sql } from 'kysely'
import { ImapSettings } from '../../../core/api/mail.ts'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
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
  now: Date
  until: Date
  most: number
  /** Reclaims what an earlier process of this host still holds. */
  mine: boolean
  /** Mailboxes that this host watches already. */
  except: string[]
}

/** Claims IMAP mailboxes that nobody watches; when two hosts compete, one gets each. */
export async function claimMailboxes(db: Db, ask: LeaseClaim): Promise<LeasedMailbox[]> {
  const rows = await db
    .with('free', qc =>
      qc
        .selectFrom('mailboxes')
        .select(['user_id', 'id'])
        .where('kind', '=', 'imap')
        .where('state', 'not in', ['paused', 'needs_you'])
        .where(w => w.or([w('suspended_until', 'is', null), w('suspended_until', '<=', ask.now)]))
        .$if(ask.except.length > 0, free => free.where('id', 'not in', ask.except))
        .where(w =>
          w.or([
            w('lease_until', 'is', null),
            w('lease_until', '<', ask.now),
            w('lease_host', 'in', qc.selectFrom('mailbox_hosts').select('host').where('until', '<', ask.now).where('host', '<>', ask.host)),
            ...(ask.mine ? [w('lease_host', '=', ask.host)] : []),
          ]),
        )
        .limit(ask.most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('mailboxes as m')
    .from('free')
    .set({ lease_host: ask.host, lease_until: ask.until, lease_token: sql`m.lease_token + 1` })
    .whereRef('m.user_id', '=', 'free.user_id')
    .whereRef('m.id', '=', 'free.id')
    .returningAll('m')
    .execute()
  const folders = await readFolders(db, rows)
  return rows.flatMap(row => toLeasedMailbox(row, folders.get(row.id) ?? []) ?? [])
}

export interface HeldLease {
  userId: string
  id: string
  leaseToken: number
  aliveAt: Date | null
}

/** Marks this host, and with it all its leases, as alive until then. */
export async function saveHeartbeat(db: Db, host: string, now: Date, until: Date): Promise<void> {
  await sql`
    with gone as (delete from mailbox_hosts where until < ${now}::timestamptz - interval '1 day' and host <> ${host})
    insert into mailbox_hosts (host, until) values (${host}, ${until}) on conflict (host) do update set until = excluded.until`.execute(db)
}

/** The number of this host's mailboxes and the sum of their tokens: while both are unchanged, no lease was lost. */
export async function readLeaseChecksum(db: Db, host: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select count(*) || ' ' || coalesce(sum(lease_token), 0) as sum from mailboxes where lease_host = ${host}`.execute(db)
  return rows[0]?.sum ?? ''
}

/** Extends leases and saves the last signs of life; returns the ids that this host still holds. */
export async function renewLeases(db: Db, host: string, held: HeldLease[], until: Date): Promise<Set<string>> {
  if (held.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    update mailboxes m set lease_until = ${until}, ${markAlive}
    from ${toSqlTable(held)} where m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}
    returning m.id`.execute(db)
  return new Set(rows.map(row => row.id))
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
    lastAliveAt: row.last_alive_at,
    lastMailAt: row.last_mail_at,
    secondPathAt: row.cross_checked_at,
  }
}
