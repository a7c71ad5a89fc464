// A user's kept messages, newest first and still sealed, for trying filters on.
import { sql } from 'kysely'
import type { Arrival } from '../../../core/message/arrival.ts'
import { MailView } from '../../../core/message/view.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import type { MessageCursor } from './messages.ts'

/** A message whose view is kept; it opens with the person's content key at the place `viewColumn` of its id. */
export interface PastMail {
  id: string
  arrivedAt: Date
  mailbox: { address: string; kind: 'imap' | 'address' }
  isFirstTimeSender: boolean | null
  sealedView: Buffer
}

/** The column that a view is sealed for. */
export const viewColumn = 'messages.view'

/** How much there is: two equal extents are the same mails, as mail comes at one end and is erased at the other. */
export interface PastExtent {
  count: number
  newest: string | null
  oldest: string | null
}

export async function pastExtent(db: Db, userId: string): Promise<PastExtent> {
  const { rows } = await sql<{ n: string; newest: string | null; oldest: string | null }>`
    select count(*) as n, max((arrived_at, id)::text) as newest, min((arrived_at, id)::text) as oldest
    from messages where user_id = ${userId} and view is not null`.execute(db)
  const [row] = rows
  return { count: Number(row?.n ?? 0), newest: row?.newest ?? null, oldest: row?.oldest ?? null }
}

/** At most `limit` of them, behind `before`; the last one's `arrivedAt` and `id` are the next cursor. */
export async function pastMail(db: Db, userId: string, before: MessageCursor | null, limit: number): Promise<PastMail[]> {
  const rows = await rowsOf(db, userId)
    .where(e =>
      e.not(
        // A code that a provider sent is no mail to forward, now or later.
        e.exists(
          e
            .selectFrom('decisions')
            .select('decisions.message_id')
            .whereRef('decisions.user_id', '=', 'messages.user_id')
            .whereRef('decisions.message_id', '=', 'messages.id')
            .where('decisions.reason', 'in', ['confirmation', 'own_mail']),
        ),
      ),
    )
    .$if(before !== null, q => q.where(sql<boolean>`(messages.arrived_at, messages.id) < (${before?.arrivedAt}, ${before?.id}::uuid)`))
    .orderBy('messages.arrived_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(asPast)
}

/** A kept message as filters see it. */
export interface OpenedMail {
  id: string
  view: MailView
  arrival: Arrival
}

/** Those of these that are kept, in the order of `ids`. */
export async function openPast(db: Db, userId: string, contentKey: SealKey, ids: string[]): Promise<OpenedMail[]> {
  if (ids.length === 0) return []
  const [rows, timeZone] = await Promise.all([rowsOf(db, userId).where('messages.id', 'in', ids).execute(), timeZoneOf(db, userId)])
  const mails = new Map(rows.flatMap(asPast).map(mail => [mail.id, mail]))
  return ids.flatMap(id => {
    const mail = mails.get(id)
    if (!mail) return []
    const { arrivedAt, mailbox, isFirstTimeSender, sealedView } = mail
    const view = openJson(MailView, contentKey, sealedView, { userId, row: id, column: viewColumn })
    return [{ id, view, arrival: { arrivedAt: arrivedAt.toISOString(), timeZone, mailbox, isFirstTimeSender } }]
  })
}

const rowsOf = (db: Db, userId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('mailboxes', j => j.onRef('mailboxes.user_id', '=', 'messages.user_id').onRef('mailboxes.id', '=', 'messages.mailbox_id'))
    .where('messages.user_id', '=', userId)
    .where('messages.view', 'is not', null)
    .select(['messages.id', 'messages.arrived_at', 'messages.first_time_sender', 'messages.view', 'mailboxes.address', 'mailboxes.kind'])

function asPast(row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): PastMail[] {
  if (!row.view) return []
  const mailbox = { address: row.address ?? '', kind: row.kind ?? ('imap' as const) }
  return [{ id: row.id, arrivedAt: row.arrived_at, mailbox, isFirstTimeSender: row.first_time_sender, sealedView: row.view }]
}

/** Where the person's clock hangs; UTC for one who chose nothing. */
export async function timeZoneOf(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('settings').select('time_zone').where('user_id', '=', userId).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}
