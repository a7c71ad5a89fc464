// Claims notifications for users, each once: mailboxes that stay down, and emails received after an outage.
import { sql } from 'kysely'
import { type Backlog, ImapSettings } from '../../../core/api/mail.ts'
import { providersThatAskAboutSending } from '../../../core/mailbox/providers/sending-consent.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

interface MailboxRef {
  userId: string
  id: string
  address: string
}

/** A mailbox that is down and whose user has not been notified yet. */
export interface DownMailbox extends MailboxRef {
  needsPerson: boolean
  problem: string | null
  host: string
  port: number
  downSince: Date
  timeZone: string
}

/** When this many are waiting and none was alive lately, our own network is down. */
const manyWaiting = 10
const recentMs = 10 * 60_000
/** A provider's own trouble ends sooner, mostly, and its users can do nothing about it. */
const providerTroubleMs = 2 * 3_600_000

/**
 * Claims mailboxes that need their user, and those waiting since `before`; marks them as notified in the caller's transaction. Skips
 * those that another host has locked.
 */
export async function claimDownMailboxes(tx: Tx, now: Date, before: Date, limit: number): Promise<DownMailbox[]> {
  const lately = new Date(now.getTime() - recentMs)
  const beforeTrouble = new Date(now.getTime() - providerTroubleMs)
  const { rows } = await sql<Row<'mailboxes'> & { down_since: Date; time_zone: string | null }>`
    update mailboxes m set down_notified_at = ${now} where (m.user_id, m.id) in (
      select user_id, id from mailboxes
      where down_since is not null and down_notified_at is null and (state = 'needs_you' or (state = 'waiting' and down_since <= ${before}
        and (reason is distinct from 'provider_trouble' or down_since <= ${beforeTrouble})
        and ((select count(*) from mailboxes where state = 'waiting') < ${manyWaiting}
          or exists (select from mailboxes where kind = 'imap' and last_alive_at > ${lately}))))
      order by user_id, id limit ${limit} for update skip locked)
    returning m.*, (select s.time_zone from settings s where s.user_id = m.user_id)`.execute(tx)
  return rows.map(row => {
    const settings = ImapSettings.safeParse(row.settings)
    return {
      ...toMailboxRef(row),
      needsPerson: row.state === 'needs_you',
      problem: row.reason,
      host: settings.data?.host ?? '',
      port: settings.data?.port ?? 0,
      downSince: row.down_since,
      timeZone: row.time_zone ?? 'UTC',
    }
  })
}

/** Emails that came during a mailbox's absence, and how many of them matched. */
export interface BacklogMailbox extends MailboxRef {
  choice: Backlog
  came: number
  matched: number
}

/** Claims and resets the counts of absences whose last email was received before `before`, in the caller's transaction. */
export async function claimBacklogs(tx: Tx, before: Date, limit: number): Promise<BacklogMailbox[]> {
  const { rows } = await sql<Row<'mailboxes'>>`
    with taken as (
      select * from mailboxes where backlog_arrived > 0 and backlog_at <= ${before}
      order by user_id, id limit ${limit} for update skip locked)
    update mailboxes m set backlog_arrived = 0, backlog_matched = 0, backlog_at = null
    from taken t where m.user_id = t.user_id and m.id = t.id returning t.*`.execute(tx)
  return rows.map(row => ({ ...toMailboxRef(row), choice: row.backlog, came: row.backlog_arrived, matched: row.backlog_matched }))
}

/** Claims mailboxes whose users were connected before we asked to send, in the caller's transaction. */
export async function claimUnaskedMailboxes(tx: Tx, now: Date, limit: number): Promise<MailboxRef[]> {
  const { rows } = await sql<Row<'mailboxes'>>`
    update mailboxes m set asked_to_send_at = ${now} where (m.user_id, m.id) in (
      select user_id, id from mailboxes
      where sign_in = 'oauth2' and provider in (${sql.join(providersThatAskAboutSending.map(id => sql.lit(id)))})
        and may_send is not true and asked_to_send_at is null and state <> 'paused'
      order by user_id, id limit ${limit} for update skip locked)
    returning m.*`.execute(tx)
  return rows.map(toMailboxRef)
}

const toMailboxRef = (row: Row<'mailboxes'>): MailboxRef => ({ userId: row.user_id, id: row.id, address: row.address })
