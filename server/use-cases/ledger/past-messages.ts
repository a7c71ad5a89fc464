// Reads a user's stored messages, still sealed, for filters that are tried on them or applied to them.
import { sql } from 'kysely'
import type { Arrival } from '../../../core/message/arrival.ts'
import { MailView } from '../../../core/message/view.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import type { MessageCursor } from './messages.ts'

/** A message with its sealed view, which opens with the user's content key, bound to the message's id and `viewColumn`. */
export interface PastMessage {
  id: string
  arrivedAt: Date
  datedAt: Date
  mailbox: { address: string; kind: 'imap' | 'address' }
  isFirstTimeSender: boolean | null
  sealedView: Buffer
}

/** The column that a view is sealed for. */
export const viewColumn = 'messages.view'

/** What is stored: equal extents mean the same messages, as most arrive at one end and are erased at the other, and others change the count. */
export interface PastExtent {
  count: number
  newest: string | null
  oldest: string | null
}

export async function pastExtent(db: Db, userId: string): Promise<PastExtent> {
  const stored = sql`from messages where user_id = ${userId} and erased_at is null`
  const { rows } = await sql<{ n: string; newest: string | null; oldest: string | null }>`
    select (select count(*) ${stored}) as n,
      (select (dated_at, id)::text ${stored} order by dated_at desc, id desc limit 1) as newest,
      (select (dated_at, id)::text ${stored} order by dated_at, id limit 1) as oldest`.execute(db)
  const [row] = rows
  return { count: Number(row?.n ?? 0), newest: row?.newest ?? null, oldest: row?.oldest ?? null }
}

/** How many messages are stored that are dated `since` or later. */
export async function countPastMessages(db: Db, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from messages where user_id = ${userId} and dated_at >= ${since} and erased_at is null`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** At most `limit` messages after a cursor: older ones, newest first, or later ones. The last one's `datedAt` and `id` are the next cursor. */
export async function listPastMessages(
  db: Db,
  userId: string,
  after: MessageCursor | null,
  limit: number,
  order: 'newest_first' | 'oldest_first' = 'newest_first',
): Promise<PastMessage[]> {
  const [direction, isAfter] = order === 'newest_first' ? (['desc', sql`<`] as const) : (['asc', sql`>`] as const)
  const rows = await selectStored(db, userId)
    .where(e =>
      e.not(
        // Confirmation codes from a provider are never forwarded, so trials leave them out.
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
    .$if(after !== null, q => q.where(sql<boolean>`(messages.dated_at, messages.id) ${isAfter} (${after?.datedAt}, ${after?.id}::uuid)`))
    .orderBy('messages.dated_at', direction)
    .orderBy('messages.id', direction)
    .limit(limit)
    .execute()
  return rows.flatMap(toPastMessage)
}

/** A stored message as filters see it. */
export interface FilterableMessage {
  id: string
  view: MailView
  arrival: Arrival
}

/** Those that are stored, in the order of `ids`. */
export async function readPastMessages(db: Db, userId: string, contentKey: SealKey, ids: string[]): Promise<FilterableMessage[]> {
  if (ids.length === 0) return []
  const [rows, timeZone] = await Promise.all([selectStored(db, userId).where('messages.id', 'in', ids).execute(), readTimeZone(db, userId)])
  const messages = new Map(rows.flatMap(toPastMessage).map(message => [message.id, message]))
  return ids.flatMap(id => {
    const message = messages.get(id)
    if (!message) return []
    const { arrivedAt, mailbox, isFirstTimeSender, sealedView } = message
    const view = openJson(MailView, contentKey, sealedView, { userId, row: id, column: viewColumn })
    return [{ id, view, arrival: { arrivedAt: arrivedAt.toISOString(), timeZone, mailbox, isFirstTimeSender } }]
  })
}

const selectStored = (db: Db, userId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('mailboxes', j => j.onRef('mailboxes.user_id', '=', 'messages.user_id').onRef('mailboxes.id', '=', 'messages.mailbox_id'))
    .where('messages.user_id', '=', userId)
    .where('messages.erased_at', 'is', null)
    .where('messages.view', 'is not', null)
    .select([
      'messages.id',
      'messages.arrived_at',
      'messages.dated_at',
      'messages.first_time_sender',
      'messages.view',
      'mailboxes.address',
      'mailboxes.kind',
    ])

function toPastMessage(row: Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number]): PastMessage[] {
  if (!row.view) return []
  const mailbox = { address: row.address ?? '', kind: row.kind ?? ('imap' as const) }
  return [
    {
      id: row.id,
      arrivedAt: row.arrived_at,
      datedAt: row.dated_at,
      mailbox,
      isFirstTimeSender: row.first_time_sender,
      sealedView: row.view,
    },
  ]
}

/** The user's time zone; UTC if none was chosen. */
export async function readTimeZone(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('settings').select('time_zone').where('user_id', '=', userId).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}
