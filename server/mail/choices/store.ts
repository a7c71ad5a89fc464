// What one person chose for their mailboxes: what happens to mail of an absence, and to mail that came elsewhere first.
import type { Backlog } from '../../../core/api/mail.ts'
import type { Db } from '../../db/pool.ts'

export interface Choices {
  backlog: Backlog
  forwardsCopies: boolean
}

/** By mailbox; one that is gone has no entry. */
export async function readChoices(db: Db, userId: string, mailboxIds: string[]): Promise<Map<string, Choices>> {
  if (mailboxIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('mailboxes')
    .select(['id', 'backlog', 'forwards_copies'])
    .where('user_id', '=', userId)
    .where('id', 'in', mailboxIds)
    .execute()
  return new Map(rows.map(row => [row.id, { backlog: row.backlog, forwardsCopies: row.forwards_copies }]))
}

/** Whoever watches the mailbox goes on: the choices are read with each mail. */
export async function saveChoices(
  db: Db,
  userId: string,
  mailboxId: string,
  choices: { [K in keyof Choices]?: Choices[K] | undefined },
): Promise<void> {
  const { backlog, forwardsCopies } = choices
  if (backlog === undefined && forwardsCopies === undefined) return
  await db
    .updateTable('mailboxes')
    .set({ ...(backlog !== undefined && { backlog }), ...(forwardsCopies !== undefined && { forwards_copies: forwardsCopies }) })
    .where('user_id', '=', userId)
    .where('id', '=', mailboxId)
    .execute()
}
