// Stores a mailbox's event log: its connection problems and its user's changes, newest first.
import { isDeepStrictEqual } from 'node:util'
import { MailboxLogEvent } from '../../../../core/mailbox/events.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { newId } from '../../../foundation/seal.ts'

export type NewEvent = MailboxLogEvent & { mailboxId: string; now: Date }
export type SavedEvent = MailboxLogEvent & { id: string; at: Date }

/** How many events per mailbox are stored and shown. */
export const mostEvents = 200

/** These are saved only once while they repeat unchanged. */
const savedOnce: ReadonlySet<NewEvent['kind']> = new Set(['lost', 'needs_you', 'not_handed_over', 'not_kept'])

/** Saves an event; within a transaction, together with what it reports. */
export async function saveEvent(db: Db, userId: string, { mailboxId, kind, detail, now }: NewEvent): Promise<void> {
  if (savedOnce.has(kind)) {
    const last = await db
      .selectFrom('mailbox_events')
      .select(['kind', 'detail'])
      .where('user_id', '=', userId)
      .where('mailbox_id', '=', mailboxId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && isDeepStrictEqual(last, { kind, detail })) return
  }
  const row = { user_id: userId, mailbox_id: mailboxId, id: newId(now), at: now, kind, detail: JSON.stringify(detail) }
  await db.insertInto('mailbox_events').values(row).execute()
}

export async function listEvents(db: Db, userId: string, mailboxId: string): Promise<SavedEvent[]> {
  const rows = await db
    .selectFrom('mailbox_events')
    .select(['id', 'at', 'kind', 'detail'])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute()
  return rows.map(({ id, at, ...happening }) => ({ ...MailboxLogEvent.parse(happening), id, at }))
}

export async function dropEvents(db: Db, userId: string, mailboxId: string): Promise<void> {
  await db.deleteFrom('mailbox_events').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}
