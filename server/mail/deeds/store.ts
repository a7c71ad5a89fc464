// What filters ask to be done to one person's mail in its own mailbox: kept with the mail, worked off later.
import type { DeedKind, DeedNext, DeedReason } from '../../../core/mailbox/deeds.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { LeaseLost, type Watched } from '../store.ts'

export interface NewDeed {
  messageId: string
  mailboxId: string
  /** Of the mailbox: in an address of ours there is nothing to do, and the person reads so. */
  mailboxKind: 'imap' | 'address'
  kind: DeedKind
  folder: string | null
  filterId: string
}

/** A deed that is due; `uid` in `source` is where its mail is now, null while that is not known. */
export interface DueDeed {
  messageId: string
  source: string
  kind: DeedKind
  folder: string | null
  attempts: number
  uidValidity: number | null
  uid: number | null
}

/** Keeps deeds in the transaction that keeps their mail; of one kind the first for a mail stays. */
export async function saveDeeds(tx: Tx, userId: string, deeds: NewDeed[], now: Date): Promise<void> {
  if (deeds.length === 0) return
  await tx
    .insertInto('mail_deeds')
    .values(
      deeds.map(deed => ({
        user_id: userId,
        message_id: deed.messageId,
        mailbox_id: deed.mailboxId,
        kind: deed.kind,
        folder: deed.folder,
        filter_id: deed.filterId,
        ...firstState(deed, now),
        attempts: 0,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict(c => c.columns(['user_id', 'message_id', 'kind']).doNothing())
    .execute()
}

/** What is due in a mailbox, the oldest mail first; a mail is moved after all else was done to it. */
export async function dueDeeds(db: Db, userId: string, mailboxId: string, now: Date, most: number): Promise<DueDeed[]> {
  const rows = await db
    .selectFrom('mail_deeds as d')
    .leftJoin('messages as m', join => join.onRef('m.user_id', '=', 'd.user_id').onRef('m.id', '=', 'd.message_id'))
    .select(['d.message_id', 'd.kind', 'd.folder', 'd.attempts', 'm.folder as source', 'm.uid_validity', 'm.uid'])
    .where('d.user_id', '=', userId)
    .where('d.mailbox_id', '=', mailboxId)
    .where('d.state', '=', 'waiting')
    .where('d.due_at', '<=', now)
    .orderBy(e => e.case().when('d.kind', '=', 'move').then(1).else(0).end())
    .orderBy('d.created_at')
    .orderBy('d.message_id')
    .limit(most)
    .execute()
  return rows.map(row => ({
    messageId: row.message_id,
    source: row.source ?? 'INBOX',
    kind: row.kind,
    folder: row.folder,
    attempts: row.attempts,
    uidValidity: row.uid_validity === null ? null : Number(row.uid_validity),
    uid: row.uid === null ? null : Number(row.uid),
  }))
}

/** When the next one of a mailbox is due; null while none waits. */
export async function nextDeedAt(db: Db, userId: string, mailboxId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('mail_deeds')
    .select(e => e.fn.min('due_at').as('at'))
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return at
}

/** Counts an attempt before it is made, so that one that breaks off is made again at `dueAt`; throws LeaseLost for a host that may not. */
export async function beginDeed(db: Db, userId: string, watched: Watched, deed: DueDeed, dueAt: Date, now: Date): Promise<void> {
  const begun = await db
    .updateTable('mail_deeds')
    .set({ attempts: deed.attempts + 1, due_at: dueAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('message_id', '=', deed.messageId)
    .where('kind', '=', deed.kind)
    .where('state', '=', 'waiting')
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
    .executeTakeFirst()
  if (begun.numUpdatedRows !== 1n) throw new LeaseLost('The mailbox is watched by another host, or its settings have changed.')
}

export async function settleDeed(db: Db, userId: string, deed: DueDeed, next: DeedNext, now: Date): Promise<void> {
  await db
    .updateTable('mail_deeds')
    .set({ state: next.state, reason: next.reason, due_at: next.dueAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('message_id', '=', deed.messageId)
    .where('kind', '=', deed.kind)
    .execute()
}

function firstState({ mailboxKind }: NewDeed, now: Date): { state: 'waiting' | 'failed'; reason: DeedReason | null; due_at: Date | null } {
  if (mailboxKind === 'address') return { state: 'failed', reason: 'no_mailbox', due_at: null }
  return { state: 'waiting', reason: null, due_at: now }
}
