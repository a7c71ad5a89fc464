// Stores the actions in one user's mailboxes: saved when a filter or the user requests them, run later.
import { sql } from 'kysely'
import type { FilterActionKind, MailboxActionNext, MailboxActionReason, PersonActionKind } from '../../../core/mailbox/actions.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { LeaseLost, type WatchLease } from '../mailboxes/store.ts'

export type KeptAction = Row<'mailbox_actions'>

export interface NewFilterAction {
  messageId: string
  mailboxId: string
  /** Of the mailbox: in an address of ours there is nothing to do, and the person reads so. */
  mailboxKind: 'imap' | 'address'
  kind: FilterActionKind
  folder: string | null
  filterId: string
}

/** Keeps them in the transaction that keeps their messages; of one kind the first for a message stays. */
export async function saveFilterActions(tx: Tx, userId: string, actions: NewFilterAction[], now: Date): Promise<void> {
  if (actions.length === 0) return
  await tx
    .insertInto('mailbox_actions')
    .values(
      actions.map(action => ({
        ...newRow(userId, now),
        source: 'filter' as const,
        message_id: action.messageId,
        mailbox_id: action.mailboxId,
        kind: action.kind,
        folder: action.folder,
        filter_id: action.filterId,
        ...firstState(action, now),
      })),
    )
    .onConflict(c => c.columns(['user_id', 'message_id', 'kind']).where('source', '=', sql.lit('filter')).doNothing())
    .execute()
}

const newRow = (userId: string, now: Date) => ({ user_id: userId, id: newId(now), created_at: now, updated_at: now })

function firstState({ mailboxKind }: NewFilterAction, now: Date) {
  const reason: MailboxActionReason = 'no_mailbox'
  if (mailboxKind === 'address') return { state: 'failed' as const, reason, due_at: null }
  return { state: 'waiting' as const, reason: null, due_at: now }
}

export interface PersonActionRequest {
  messageId: string
  kind: PersonActionKind
  /** The phone that asked and the id of its message: the same message requests an action only once. */
  destinationId?: string | null
  wamid?: string | null
}

/** `known`: the same message from the same phone has requested it already. */
export type RequestedAction = { kind: 'requested' | 'known'; actionId: string } | { kind: 'refused'; reason: 'gone' | 'no_mailbox' }

/** Saves the request in the caller's transaction; the worker runs it within a second. */
export async function requestAction(tx: Tx, userId: string, request: PersonActionRequest, now: Date): Promise<RequestedAction> {
  const { messageId, kind, destinationId = null, wamid = null } = request
  const message = await messageIn(tx, userId, messageId)
  if (!message) return { kind: 'refused', reason: 'gone' }
  // A message to one of our addresses is not in a mailbox of the user.
  if (message.kind === 'address') return { kind: 'refused', reason: 'no_mailbox' }
  const known = wamid === null ? undefined : await readRequested(tx, userId, wamid, kind)
  if (known) return { kind: 'known', actionId: known }
  const row = { ...newRow(userId, now), source: 'person' as const, message_id: messageId, mailbox_id: message.mailbox_id, kind }
  await tx
    .insertInto('mailbox_actions')
    .values({ ...row, destination_id: destinationId, wamid, state: 'waiting', due_at: now })
    .execute()
  return { kind: 'requested', actionId: row.id }
}

const messageIn = (db: Db, userId: string, messageId: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('mailboxes as b', j => j.onRef('b.user_id', '=', 'm.user_id').onRef('b.id', '=', 'm.mailbox_id'))
    .select(['m.mailbox_id', 'b.kind'])
    .where('m.user_id', '=', userId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()

async function readRequested(tx: Tx, userId: string, wamid: string, kind: PersonActionKind): Promise<string | undefined> {
  const row = await tx
    .selectFrom('mailbox_actions')
    .select('id')
    .where('user_id', '=', userId)
    .where('wamid', '=', wamid)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.id
}

/** Whether the message is in a mailbox of the user, and whether it was archived through us. */
export async function readMailboxState(db: Db, userId: string, messageId: string): Promise<{ isInMailbox: boolean; isArchived: boolean }> {
  const message = await messageIn(db, userId, messageId)
  const last = await db
    .selectFrom('mailbox_actions')
    .select('kind')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('kind', 'in', ['archive', 'move_back'])
    .where('state', '<>', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { isInMailbox: message?.kind === 'imap', isArchived: last?.kind === 'archive' }
}

/** Filter actions due in a mailbox, oldest message first; a message is moved after all its other actions. */
export async function dueFilterActions(db: Db, userId: string, mailboxId: string, now: Date, limit: number): Promise<KeptAction[]> {
  return db
    .selectFrom('mailbox_actions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source', '=', sql.lit('filter'))
    .where('state', '=', sql.lit('waiting'))
    .where('due_at', '<=', now)
    .orderBy(e => e.case().when('kind', '=', 'move').then(1).else(0).end())
    .orderBy('created_at')
    .orderBy('message_id')
    .limit(limit)
    .execute()
}

/** When the next action in a mailbox is due; null when none is waiting. */
export async function nextFilterActionAt(db: Db, userId: string, mailboxId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('mailbox_actions')
    .select(e => e.fn.min('due_at').as('at'))
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('source', '=', sql.lit('filter'))
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
  return at
}

/** Counts an attempt before it starts, so that an interrupted one is retried at `dueAt`; throws LeaseLost for a host without the lease. */
export async function beginFilterAction(
  db: Db,
  userId: string,
  watched: WatchLease,
  action: KeptAction,
  dueAt: Date,
  now: Date,
): Promise<KeptAction> {
  const begun = await db
    .updateTable('mailbox_actions')
    .set({ attempts: action.attempts + 1, due_at: dueAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', action.id)
    .where('state', '=', sql.lit('waiting'))
    .where(e =>
      e.exists(
        e
          .selectFrom('mailboxes')
          .select('mailboxes.id')
          .where('mailboxes.user_id', '=', userId)
          .where('mailboxes.id', '=', watched.id)
          .where('mailboxes.lease_token', '=', String(watched.leaseToken)),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  if (!begun) throw new LeaseLost('Another host watches the mailbox, or its settings have changed.')
  return begun
}

/** False when another host has taken the action over. */
export async function recordAction(db: Db, userId: string, action: KeptAction, next: MailboxActionNext, now: Date): Promise<boolean> {
  const recorded = await db
    .updateTable('mailbox_actions')
    .set({ state: next.state, reason: next.reason, due_at: next.dueAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', action.id)
    .where('attempts', '=', action.attempts)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirst()
  return recorded.numUpdatedRows === 1n
}

/** Notes where an archived message is now: if it reappears in its old folder, it is a copy and not a new message. */
export async function noteCopyMoved(db: Db, userId: string, messageId: string, folder: string): Promise<void> {
  await db.updateTable('message_copies').set({ folder }).where('user_id', '=', userId).where('message_id', '=', messageId).execute()
}
