// SQL for the system emails that wait to be sent, or that sandbox mode keeps for viewing.
import type { Db } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

export async function saveToOutbox(db: Db, mail: NewRow<'outbox'>): Promise<void> {
  await db.insertInto('outbox').values(mail).execute()
}

/** Takes the mail that is due longest and puts its next try to `retryAt`, so that no other host sends it too. */
export async function claimFromOutbox(db: Db, now: Date, retryAt: (attempts: number) => Date): Promise<Row<'outbox'> | null> {
  return db.transaction().execute(async tx => {
    const due = tx.selectFrom('outbox').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(1).forUpdate().skipLocked()
    const mail = await due.executeTakeFirst()
    if (!mail) return null
    const attempts = mail.attempts + 1
    await tx
      .updateTable('outbox')
      .set({ attempts, due_at: retryAt(attempts) })
      .where('id', '=', mail.id)
      .execute()
    return { ...mail, attempts }
  })
}

export async function dropFromOutbox(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** The newest mails first. */
export function listOutbox(db: Db, limit: number): Promise<Row<'outbox'>[]> {
  return db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Drops mails made before `before`; returns how many. */
export async function sweepOutbox(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('outbox').where('created_at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
