// Reads what forward needs to know of the mailboxes that a batch came to: preferences, time zone, last absence.
import type { Backlog } from '../../../core/api/mail.ts'
import { type DeliveryHabits, readHabits } from '../../../core/delivery/schedule.ts'
import type { Absence } from '../../../core/mailbox/backlog.ts'
import type { Arrival } from '../../../core/message/arrival.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface MailboxContext extends Pick<Arrival, 'mailbox'> {
  preferences: MailboxPreferences
  /** Of its person, whichever mailbox it is. */
  habits: DeliveryHabits
  /** The last time that it was away for long. */
  absence: Absence | null
}

/** What the person wants of a mailbox. */
export interface MailboxPreferences {
  /** What happens to mail that came while it was away. */
  backlog: Backlog
  /** A mail that came elsewhere first is forwarded from here too. */
  forwardsCopies: boolean
}

/** By mailbox; one that is gone has no entry. A person who chose no time zone lives in UTC. */
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
        habits: readHabits(row),
        mailbox: { address: row.address, kind: row.kind },
        preferences: { backlog: row.backlog, forwardsCopies: row.forwards_copies },
        absence: row.away_since && row.back_at && { since: row.away_since, until: row.back_at },
      },
    ]),
  )
}
