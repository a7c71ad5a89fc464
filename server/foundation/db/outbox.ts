// SQL for system emails that are waiting to be sent, or that sandbox mode stores for viewing.
import type { Db } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

export async function saveToOutbox(db: Db, email: NewRow<'outbox'>): Promise<void> {
  await db.insertInto('outbox').values(email).execute()
}

/** Claims the email that has been due longest and moves its next attempt to `retryAt`, so that no other host sends it too. */
export async function claimFromOutbox(db: Db, now: Date, retryAt: (attempts: number) => Date): Promise<Row<'outbox'> | null> {
  return db.transaction().execute(async tx => {
    const due = tx.selectFrom('outbox').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(1).forUpdate().skipLocked()
    const email = await due.executeTakeFirst()
    if (!email) return null
    const attempts = email.attempts + 1
    await tx
      .updateTable('outbox')
      .set({ attempts, due_at: retryAt(attempts) })
      .where('id', '=', email.id)
      .execute()
    return { ...email, attempts }
  })
}

export async function dropFromOutbox(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** The newest emails first. */
export function listOutbox(db: Db, limit: number): Promise<Row<'outbox'>[]> {
  return db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Deletes emails created before `before`; returns how many. */
export async function sweepOutbox(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('outbox').where('created_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
