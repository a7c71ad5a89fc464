// What forwarding needs to know about a batch's mailboxes: preferences, time zone, last outage.
import type { Backlog } from '../../../core/api/mail.ts'
import { type DeliveryDefaults, parseDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import type { Absence } from '../../../core/mailbox/backlog.ts'
import type { Arrival } from '../../../core/message/arrival.ts'

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

export interface MailboxContextRow {
  id: string
  address: string
  kind: Arrival['mailbox']['kind']
  backlog: Backlog
  forwards_copies: boolean
  away_since: Date | null
  back_at: Date | null
  /** Of the user's settings; null for what they have not chosen. */
  time_zone: string | null
  quiet: unknown
  digest_at: string | null
}

export const toMailboxContext = (row: MailboxContextRow): MailboxContext => ({
  habits: parseDeliveryDefaults(row),
  mailbox: { address: row.address, kind: row.kind },
  preferences: { backlog: row.backlog, forwardsCopies: row.forwards_copies },
  absence: row.away_since && row.back_at && { since: row.away_since, until: row.back_at },
})
