// What one person asked to be done to their mails in their mailboxes.
import type { ActKind, ActNext } from '../../../core/mailbox/acts.ts'
import type { Db, Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../seal.ts'

export type KeptAct = Row<'mail_acts'>

export interface ActWish {
  messageId: string
  kind: ActKind
  /** The phone that asked, and the id of what it said: the same one asks once only. */
  destinationId?: string | null
  wamid?: string | null
}

/** `known`: it was asked for in the same words of the same phone. */
export type Asked = { kind: 'asked' | 'known'; actId: string } | { kind: 'refused'; reason: 'gone' | 'no_mailbox' }

/** Keeps what is to be done, in the caller's transaction; the worker does it within a second. */
export async function askAct(tx: Tx, userId: string, wish: ActWish, now: Date): Promise<Asked> {
  const { messageId, kind, destinationId = null, wamid = null } = wish
  const message = await tx
    .selectFrom('messages as m')
    .innerJoin('mailboxes as b', j => j.onRef('b.user_id', '=', 'm.user_id').onRef('b.id', '=', 'm.mailbox_id'))
    .select(['m.mailbox_id', 'm.uid', 'b.kind'])
    .where('m.user_id', '=', userId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  if (!message) return { kind: 'refused', reason: 'gone' }
  // Mail to an address of ours lies in no mailbox of the person.
  if (message.kind === 'address') return { kind: 'refused', reason: 'no_mailbox' }
  const known = wamid === null ? undefined : await readAct(tx, userId, wamid, kind)
  if (known) return { kind: 'known', actId: known }
  const id = newId(now)
  const row = { id, message_id: messageId, mailbox_id: message.mailbox_id, kind, destination_id: destinationId, wamid, reason: null }
  await tx
    .insertInto('mail_acts')
    .values({ user_id: userId, ...row, state: 'waiting', due_at: now, created_at: now, updated_at: now })
    .execute()
  return { kind: 'asked', actId: id }
}

async function readAct(tx: Tx, userId: string, wamid: string, kind: ActKind): Promise<string | undefined> {
  const row = await tx
    .selectFrom('mail_acts')
    .select('id')
    .where('user_id', '=', userId)
    .where('wamid', '=', wamid)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.id
}

/** Does it lie in a mailbox of its person, and was it put into the archive from here? */
export async function readActs(db: Db, userId: string, messageId: string): Promise<{ isInMailbox: boolean; isArchived: boolean }> {
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('mailboxes as b', j => j.onRef('b.user_id', '=', 'm.user_id').onRef('b.id', '=', 'm.mailbox_id'))
    .select('b.kind')
    .where('m.user_id', '=', userId)
    .where('m.id', '=', messageId)
    .executeTakeFirst()
  const last = await db
    .selectFrom('mail_acts')
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

/** Kept unless another host has taken it over: then false. */
export async function settleAct(db: Db, userId: string, act: KeptAct, next: ActNext, now: Date): Promise<boolean> {
  const settled = await db
    .updateTable('mail_acts')
    .set({ state: next.state, reason: next.reason, due_at: next.dueAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', act.id)
    .where('attempts', '=', act.attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return settled.numUpdatedRows === 1n
}

/** A mail that was archived lies elsewhere now: should it come back to where it came from, it is a copy and no new mail. */
export async function noteCopyMoved(db: Db, userId: string, messageId: string, folder: string): Promise<void> {
  await db.updateTable('mail_copies').set({ folder }).where('user_id', '=', userId).where('message_id', '=', messageId).execute()
}
