// Reads what forwarding needs to know about a batch's mailboxes: preferences, time zone, last outage.
import type { Backlog } from '../../../core/api/mail.ts'
import { type DeliveryDefaults, parseDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import type { Absence } from '../../../core/mailbox/backlog.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface MailboxContext extends Pick<Arrival, 'mailbox'> {
  preferences: MailboxPreferences
  /** The user's, for all mailboxes. */
  habits: DeliveryDefaults
  /** The mailbox's last long absence. */
  absence: Absence | null
}

/** The user's preferences for a mailbox. */
export interface MailboxPreferences {
  /** What happens to emails that came during an absence. */
  backlog: Backlog
  /** Whether an email that came to another mailbox first is forwarded from here too. */
  forwardsCopies: boolean
}

/** By mailbox; removed mailboxes have no entry. Users who chose no time zone get UTC. */
export async function readMailboxContexts(db: Db, userId: string, mailboxIds: string[]): Promise<Map<string, MailboxContext>> {
  const rows = await db
    .selectFrom('mailboxes')
    .leftJoin('settings', 'settings.user_id', 'mailboxes.user_id')
    .select(['mailboxes.id', 'mailboxes.address', 'mailboxes.kind', 'settings.time_zone', 'settings.quiet', 'settings.digest_at'])
    .select(['mailboxes.backlog', 'mailboxes.forwards_copies', 'mailboxes.away_since', 'mailboxes.back_at'])
    .where('mailboxes.user_id', '=', userId)
    .where('mailboxes.id', 'in', mailboxIds)
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        habits: parseDeliveryDefaults(row),
        mailbox: { address: row.address, kind: row.kind },
        preferences: { backlog: row.backlog, forwardsCopies: row.forwards_copies },
        absence: row.away_since && row.back_at && { since: row.away_since, until: row.back_at },
      },
    ]),
  )
}
