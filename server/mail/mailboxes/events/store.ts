// The log of one mailbox's connection and of what its user did, newest first.
import { isDeepStrictEqual } from 'node:util'
import { Happening } from '../../../../core/mailbox/events.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { newId } from '../../../foundation/seal.ts'

export type NewEvent = Happening & { mailboxId: string; now: Date }
export type KeptEvent = Happening & { id: string; at: Date }

/** So many of a mailbox are kept and shown. */
export const mostEvents = 200

/** A connection that fails as it failed before is told once. */
const toldOnce: ReadonlySet<NewEvent['kind']> = new Set(['lost', 'needs_you', 'not_handed_over'])

/** Keeps an event; in a transaction it is kept with what it tells of. */
export async function saveEvent(db: Db, userId: string, { mailboxId, kind, detail, now }: NewEvent): Promise<void> {
  if (toldOnce.has(kind)) {
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
