// A user's messages as rows of the ledger: one page, or one message.
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { MessageState } from '../../../core/api/ledger.ts'
import { leastFinishedFirst } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Tables } from '../../foundation/db/tables.ts'
import { messageState } from './message-state.ts'

export interface MessageCursor {
  arrivedAt: Date
  id: string
}

/** Which of a person's messages are meant. */
export interface Slice {
  state: MessageState | 'all' | 'crossing'
  mailboxId?: string | undefined
  /** Those that went or go to this destination. */
  destinationId?: string | undefined
  since?: Date | undefined
  /** Those that arrived before. */
  until?: Date | undefined
}

export interface MessagePage extends Slice {
  before: MessageCursor | null
  limit: number
}

const crossing: MessageState[] = leastFinishedFirst.map(({ shows }) => shows)

export type MessageRow = Awaited<ReturnType<typeof pageOfMessages>>[number]

/** The newest first, one more than `limit` so that the caller knows whether a page follows. */
export function pageOfMessages(db: Db, userId: string, page: MessagePage) {
  const rows = rowsOf(db, userId).where(e => within(e, page))
  return db
    .selectFrom(rows.as('rows'))
    .selectAll()
    .$if(page.state !== 'all', q => q.where('state', 'in', statesOf(page.state)))
    .orderBy('arrived_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** A message whose sender and subject are kept, still sealed. */
export interface SealedHead {
  id: string
  arrivedAt: Date
  head: Buffer
}

/** The newest first, at most `limit`; those whose contents were erased are left out. */
export async function pageOfHeads(db: Db, userId: string, page: MessagePage): Promise<SealedHead[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'arrived_at', 'head'])
    .where('user_id', '=', userId)
    .where('head', 'is not', null)
    .where(e => within(e, page))
    .$if(page.state !== 'all', q => q.where(e => sql<boolean>`${messageState(e)} in (${sql.join(statesOf(page.state))})`))
    .orderBy('arrived_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.flatMap(({ id, arrived_at, head }) => (head ? [{ id, arrivedAt: arrived_at, head }] : []))
}

/** The newest first. */
export async function messagesOf(db: Db, userId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const rows = rowsOf(db, userId).where('messages.id', 'in', ids)
  return db.selectFrom(rows.as('rows')).selectAll().orderBy('arrived_at', 'desc').orderBy('id', 'desc').execute()
}

/** In the slice and behind the cursor, all but its state. */
function within(e: ExpressionBuilder<Tables, 'messages'>, { mailboxId, destinationId, since, until, before }: MessagePage) {
  const sentTo = (destination: string) =>
    e.exists(
      e
        .selectFrom('deliveries')
        .select('deliveries.id')
        .whereRef('deliveries.user_id', '=', 'messages.user_id')
        .whereRef('deliveries.message_id', '=', 'messages.id')
        .where('deliveries.kind', '=', 'mail')
        .where('deliveries.destination_id', '=', destination),
    )
  return e.and([
    ...(mailboxId ? [e('messages.mailbox_id', '=', mailboxId)] : []),
    ...(destinationId ? [sentTo(destinationId)] : []),
    ...(since ? [e('messages.arrived_at', '>=', since)] : []),
    ...(until ? [e('messages.arrived_at', '<', until)] : []),
    ...(before ? [sql<boolean>`(messages.arrived_at, messages.id) < (${before.arrivedAt}, ${before.id}::uuid)`] : []),
  ])
}

function statesOf(wanted: Slice['state']): MessageState[] {
  if (wanted === 'all') return MessageState.options
  return wanted === 'crossing' ? crossing : [wanted]
}

export function oneMessage(db: Db, userId: string, id: string) {
  return db.selectFrom(rowsOf(db, userId).as('rows')).selectAll().where('id', '=', id).executeTakeFirst()
}

function rowsOf(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('messages')
    .leftJoin('decisions', j => j.onRef('decisions.user_id', '=', 'messages.user_id').onRef('decisions.message_id', '=', 'messages.id'))
    .leftJoin('mailboxes', j => j.onRef('mailboxes.user_id', '=', 'messages.user_id').onRef('mailboxes.id', '=', 'messages.mailbox_id'))
    .where('messages.user_id', '=', userId)
    .select(e => [
      'messages.id',
      'messages.mailbox_id',
      'messages.arrived_at',
      'messages.size_bytes',
      'messages.erased_at',
      'mailboxes.address as mailbox_address',
      'decisions.decision',
      'decisions.reason as decision_reason',
      'decisions.at as decided_at',
      messageState(e).as('state'),
    ])
}

export const writeCursor = (arrivedAt: Date, id: string): string => Buffer.from(`${arrivedAt.toISOString()} ${id}`).toString('base64url')

export function readCursor(text: string): MessageCursor | 'wrong' {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  // PostgreSQL knows no hour as early or as late as JavaScript does.
  const arrivedAt = new Date(/^\d{4}-/.test(at) ? at : Number.NaN)
  if (Number.isNaN(arrivedAt.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return 'wrong'
  return { arrivedAt, id }
}
