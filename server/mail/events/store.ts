// The log of one mailbox's connection: what happened to it and what its person did, the newest first.
import { Happening } from '../../../core/mailbox/events.ts'
import type { Db } from '../../db/pool.ts'
import { newId } from '../../seal.ts'

export type NewEvent = Happening & { mailboxId: string; now: Date }
export type KeptEvent = Happening & { id: string; at: Date }

/** So many of a mailbox are kept and shown. */
export const mostEvents = 200

/** Keeps an event; in a transaction it is kept with what it tells of. */
export async function saveEvent(db: Db, userId: string, { mailboxId, kind, detail, now }: NewEvent): Promise<void> {
  const row = { user_id: userId, mailbox_id: mailboxId, id: newId(now), at: now, kind, detail: JSON.stringify(detail) }
  await db.insertInto('mailbox_events').values(row).execute()
}

export async function listEvents(db: Db, userId: string, mailboxId: string): Promise<KeptEvent[]> {
  const rows = await db
    .selectFrom('mailbox_events')
    .select(['id', 'at', 'kind', 'detail'])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute()
  return rows.map(({ id, at, ...happening }) => ({ ...Happening.parse(happening), id, at }))
}

export async function dropEvents(db: Db, userId: string, mailboxId: string): Promise<void> {
  await db.deleteFrom('mailbox_events').where('user_id', '=', userId).where('mailbox_id', '=', mailboxId).execute()
}
