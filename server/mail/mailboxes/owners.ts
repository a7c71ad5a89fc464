// Finds the owner of an address of ours, and leases all IMAP mailboxes to the hosts that watch them.
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

/** Whose address it is; null for one that nobody has. */
export async function ownerOfAddress(db: Db, address: string): Promise<AddressOwner | null> {
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
  /** The first is listened to. */
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

export interface LeaseAsk {
  host: string
  now: Date
  until: Date
  most: number
  /** Takes back what an earlier life of this host still holds. */
  mine: boolean
  /** Those that it watches already. */
  except: string[]
}

/** Takes IMAP mailboxes that nobody watches; what two hosts ask for at once goes to one of them. */
export async function claimMailboxes(db: Db, ask: LeaseAsk): Promise<LeasedMailbox[]> {
  const rows = await db
    .with('free', qc =>
      qc
        .selectFrom('mailboxes')
        .select(['user_id', 'id'])
        .where('kind', '=', 'imap')
        .where('state', 'not in', ['paused', 'needs_you'])
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
  const folders = await foldersOf(db, rows)
  return rows.flatMap(row => leasedOf(row, folders.get(row.id) ?? []) ?? [])
}

export interface HeldLease {
  userId: string
  id: string
  leaseToken: number
  aliveAt: Date | null
}

/** Says that this host lives until then, and with it everything that it holds. */
export async function beatHost(db: Db, host: string, now: Date, until: Date): Promise<void> {
  await sql`
    with gone as (delete from mailbox_hosts where until < ${now}::timestamptz - interval '1 day' and host <> ${host})
    insert into mailbox_hosts (host, until) values (${host}, ${until}) on conflict (host) do update set until = excluded.until`.execute(db)
}

/** How many mailboxes are this host's, and the sum of their tokens: while both stay, nothing was taken, changed or removed. */
export async function sumOfLeases(db: Db, host: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select count(*) || ' ' || coalesce(sum(lease_token), 0) as sum from mailboxes where lease_host = ${host}`.execute(db)
  return rows[0]?.sum ?? ''
}

/** Prolongs leases and notes the last signs of life; returns the ids of those that are still this host's. */
export async function renewLeases(db: Db, host: string, held: HeldLease[], until: Date): Promise<Set<string>> {
  if (held.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    update mailboxes m set lease_until = ${until}, ${heardFrom}
    from ${tableOf(held)} where m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}
    returning m.id`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Which of these are this host's no more: taken over, paused, changed or removed. */
export async function lostLeases(db: Db, host: string, held: HeldLease[]): Promise<Set<string>> {
  if (held.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select h.id from ${tableOf(held)} left join mailboxes m on m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}
    where m.id is null`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** Gives leases back, so that the next host need not wait for their end. */
export async function releaseLeases(db: Db, host: string, held: HeldLease[]): Promise<void> {
  if (held.length === 0) return
  await sql`
    update mailboxes m set lease_until = null, lease_host = null, ${heardFrom}
    from ${tableOf(held)} where m.user_id = h.user_id and m.id = h.id and m.lease_token = h.token and m.lease_host = ${host}`.execute(db)
}

const half = sql`floor(extract(epoch from h.alive_at) / 1800)::bigint`
// A sign of life is a bit of its half hour (core/mailbox/pulse.ts); 48 of them are kept.
const heardFrom = sql`
  last_alive_at = greatest(m.last_alive_at, h.alive_at),
  pulse_half = greatest(m.pulse_half, ${half}),
  pulse = case
    when h.alive_at is null or ${half} < m.pulse_half then m.pulse
    when m.pulse_half is null then 1
    else ((m.pulse << least(${half} - m.pulse_half, 48)::int) | 1) & ((1::bigint << 48) - 1) end`

/** Drops what providers asked before; it has lapsed. */
export async function sweepConfirmations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mailbox_confirmations').where('at', '<', before).execute()
}

const tableOf = (held: HeldLease[]) => sql`
  unnest(${held.map(h => h.userId)}::uuid[], ${held.map(h => h.id)}::uuid[], ${held.map(h => h.leaseToken)}::bigint[], ${held.map(h => h.aliveAt)}::timestamptz[])
    as h (user_id, id, token, alive_at)`

async function foldersOf(db: Db, mailboxes: Row<'mailboxes'>[]): Promise<Map<string, LeasedFolder[]>> {
  if (mailboxes.length === 0) return new Map()
  const { rows } = await sql<Row<'folder_syncs'>>`
    select f.* from folder_syncs f
    join unnest(${mailboxes.map(m => m.user_id)}::uuid[], ${mailboxes.map(m => m.id)}::uuid[]) as m (user_id, id)
      on f.user_id = m.user_id and f.mailbox_id = m.id
    order by f.name <> 'INBOX', f.name`.execute(db)
  const folders = rows.map(row => ({ mailboxId: row.mailbox_id, folder: folderOf(row) }))
  return new Map([...Map.groupBy(folders, f => f.mailboxId)].map(([id, theirs]) => [id, theirs.map(f => f.folder)]))
}

const folderOf = ({ name, uid_validity, uid_next, starts_at, synced_at, is_gone }: Row<'folder_syncs'>): LeasedFolder => ({
  name,
  cursor: uid_validity !== null && uid_next !== null ? { uidValidity: Number(uid_validity), uidNext: Number(uid_next) } : null,
  startsAt: starts_at,
  passedAt: synced_at,
  isGone: is_gone,
})

function leasedOf(row: Row<'mailboxes'>, folders: LeasedFolder[]): LeasedMailbox | null {
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
