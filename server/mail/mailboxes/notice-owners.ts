// Claims what users are to be notified of, each once: mailboxes that stay down, and mail of an absence.
import { sql } from 'kysely'
import { type Backlog, ImapSettings } from '../../../core/api/mail.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

interface Mine {
  userId: string
  id: string
  address: string
}

/** A mailbox that its person has not been told of since it is down. */
export interface DownMailbox extends Mine {
  needsPerson: boolean
  problem: string | null
  host: string
  port: number
  downSince: Date
  timeZone: string
}

/** When so many wait and none was heard of lately, it is our own network that is down. */
const manyWaiting = 10
const latelyMs = 10 * 60_000

/**
 * Takes mailboxes that need their person, and those that have been waiting since `before`; in the caller's transaction they are
 * marked as told of. What another host has in hand is left to it.
 */
export async function takeDownMailboxes(tx: Tx, now: Date, before: Date, most: number): Promise<DownMailbox[]> {
  const lately = new Date(now.getTime() - latelyMs)
  const { rows } = await sql<Row<'mailboxes'> & { down_since: Date; time_zone: string | null }>`
    update mailboxes m set down_notified_at = ${now} where (m.user_id, m.id) in (
      select user_id, id from mailboxes
      where down_since is not null and down_notified_at is null and (state = 'needs_you' or (state = 'waiting' and down_since <= ${before}
        and ((select count(*) from mailboxes where state = 'waiting') < ${manyWaiting}
          or exists (select from mailboxes where kind = 'imap' and last_alive_at > ${lately}))))
      order by user_id, id limit ${most} for update skip locked)
    returning m.*, (select s.time_zone from settings s where s.user_id = m.user_id)`.execute(tx)
  return rows.map(row => {
    const settings = ImapSettings.safeParse(row.settings)
    return {
      ...mine(row),
      needsPerson: row.state === 'needs_you',
      problem: row.reason,
      host: settings.data?.host ?? '',
      port: settings.data?.port ?? 0,
      downSince: row.down_since,
      timeZone: row.time_zone ?? 'UTC',
    }
  })
}

/** Mail that came while a mailbox was away, and how much of it matched. */
export interface BacklogMailbox extends Mine {
  choice: Backlog
  came: number
  matched: number
}

/** Takes what has been counted of absences whose last mail was taken in before `before`; in the caller's transaction it is counted no more. */
export async function takeBacklogs(tx: Tx, before: Date, most: number): Promise<BacklogMailbox[]> {
  const { rows } = await sql<Row<'mailboxes'>>`
    with taken as (
      select * from mailboxes where backlog_arrived > 0 and backlog_at <= ${before}
      order by user_id, id limit ${most} for update skip locked)
    update mailboxes m set backlog_arrived = 0, backlog_matched = 0, backlog_at = null
    from taken t where m.user_id = t.user_id and m.id = t.id returning t.*`.execute(tx)
  return rows.map(row => ({ ...mine(row), choice: row.backlog, came: row.backlog_arrived, matched: row.backlog_matched }))
}

const mine = (row: Row<'mailboxes'>): Mine => ({ userId: row.user_id, id: row.id, address: row.address })
