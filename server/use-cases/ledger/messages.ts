// Reads a user's messages as rows of the ledger: one page, or one message.
import { type ExpressionBuilder, expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { MessageState } from '../../../core/api/ledger.ts'
import { leastFinishedFirst } from '../../../core/delivery/states.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Tables } from '../../foundation/db/tables.ts'
import { candidatesFor, listCandidates, type MessageFilter } from './candidates.ts'
import { messageState } from './message-state.ts'

export interface MessageCursor {
  datedAt: Date
  id: string
}

export interface MessagePage extends MessageFilter {
  before: MessageCursor | null
  limit: number
}

const matchedStates: MessageState[] = leastFinishedFirst.map(({ shows }) => shows)

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/** Newest first; one more than `limit`, so that the caller knows whether another page follows. */
export async function listMessages(db: Db, userId: string, page: MessagePage): Promise<MessageRow[]> {
  const candidates = await candidatesFor(db, userId, page)
  if (candidates) return readMessages(db, userId, await listCandidates(db, userId, candidates, page, matchesList(page), page.limit + 1))
  return selectMessages(db, userId)
    .where(matchesList(page))
    .orderBy('messages.dated_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** A message's sender and subject, still sealed. */
export interface SealedHead {
  id: string
  datedAt: Date
  head: Buffer
}

/** Newest first, at most `limit`; erased messages are left out. */
export async function listHeads(db: Db, userId: string, page: MessagePage): Promise<SealedHead[]> {
  const isStored = sql<boolean>`(messages.erased_at is null and messages.head is not null)`
  const matches = sql<boolean>`(${isStored} and ${matchesList(page)})`
  const candidates = await candidatesFor(db, userId, page)
  const ids = candidates && (await listCandidates(db, userId, candidates, page, matches, page.limit))
  if (ids?.length === 0) return []
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'dated_at', 'head'])
    .where('user_id', '=', userId)
    .where(ids ? sql<boolean>`messages.id = any(${ids}::uuid[])` : matches)
    .orderBy('dated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.flatMap(({ id, dated_at, head }) => (head ? [{ id, datedAt: dated_at, head }] : []))
}

/** Newest first. */
export async function readMessages(db: Db, userId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const rows = selectMessages(db, userId).where('messages.id', 'in', ids)
  return db.selectFrom(rows.as('rows')).selectAll().orderBy('dated_at', 'desc').orderBy('id', 'desc').execute()
}

/** Written so that PostgreSQL expects it to hold often: where few messages have a state, `candidatesFor` finds them. */
const isAmong = (state: RawBuilder<unknown>, states: MessageState[]): RawBuilder<boolean> =>
  sql<boolean>`case when ${state} in (${sql.join(states.map(one => sql.lit(one)))}) then true else false end`

function matchesList(page: MessagePage): RawBuilder<boolean> {
  const e = expressionBuilder<Tables, 'messages'>()
  const inSlice = matchesPage(e, page)
  return page.state === 'all' ? sql`${inSlice}` : sql`(${inSlice} and ${isAmong(messageState(e), matchingStates(page.state))})`
}

/** In the slice and after the cursor; the state itself is checked elsewhere. */
function matchesPage(e: ExpressionBuilder<Tables, 'messages'>, { state, mailboxId, destinationId, since, until, before }: MessagePage) {
  const sentTo = (destination: string) =>
    e.exists(
      e
        .selectFrom('deliveries')
        .select('deliveries.id')
        .whereRef('deliveries.user_id', '=', 'messages.user_id')
        .whereRef('deliveries.message_id', '=', 'messages.id')
        .where('deliveries.kind', '=', sql.lit('mail'))
        .where('deliveries.destination_id', '=', destination),
    )
  return e.and([
    // What goes to a phone has matched.
    ...(destinationId && (state === 'not_matched' || state === 'suppressed') ? [sql<boolean>`false`] : []),
    ...(mailboxId ? [e('messages.mailbox_id', '=', mailboxId)] : []),
    ...(destinationId ? [sentTo(destinationId)] : []),
    ...(since ? [e('messages.dated_at', '>=', since)] : []),
    ...(until ? [e('messages.dated_at', '<', until)] : []),
    ...(before ? [sql<boolean>`(messages.dated_at, messages.id) < (${before.datedAt}, ${before.id}::uuid)`] : []),
  ])
}

function matchingStates(state: MessageFilter['state']): MessageState[] {
  if (state === 'all') return MessageState.options
  return state === 'matched' ? matchedStates : [state]
}

export function readMessage(db: Db, userId: string, id: string) {
  return db.selectFrom(selectMessages(db, userId).as('rows')).selectAll().where('id', '=', id).executeTakeFirst()
}

function selectMessages(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('messages')
    .leftJoin('decisions', j => j.onRef('decisions.user_id', '=', 'messages.user_id').onRef('decisions.message_id', '=', 'messages.id'))
    .leftJoin('mailboxes', j => j.onRef('mailboxes.user_id', '=', 'messages.user_id').onRef('mailboxes.id', '=', 'messages.mailbox_id'))
    .where('messages.user_id', '=', userId)
    .select(e => [
      'messages.id',
      'messages.mailbox_id',
      'messages.arrived_at',
      'messages.dated_at',
      'messages.size_bytes',
      'messages.erased_at',
      'mailboxes.address as mailbox_address',
      'decisions.decision',
      'decisions.reason as decision_reason',
      'decisions.at as decided_at',
      messageState(e).as('state'),
    ])
}

export const writeCursor = (datedAt: Date, id: string): string => Buffer.from(`${datedAt.toISOString()} ${id}`).toString('base64url')

export function readCursor(text: string): MessageCursor | 'wrong' {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  // JavaScript's dates reach further than PostgreSQL's.
  const datedAt = new Date(/^\d{4}-/.test(at) ? at : Number.NaN)
  if (Number.isNaN(datedAt.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return 'wrong'
  return { datedAt, id }
}
