// What filters asked to be done to a message in its own mailbox, and what became of it.
import type { Deed } from '../../core/api/ledger.ts'
import type { Db } from '../db/pool.ts'

/** `explain` turns the reason code into a sentence for the owner. */
export async function deedsOf(
  db: Db,
  userId: string,
  messageId: string,
  explain: (reason: string | null) => string | null,
): Promise<Deed[]> {
  const rows = await db
    .selectFrom('mail_deeds')
    .leftJoin('filters', j => j.onRef('filters.user_id', '=', 'mail_deeds.user_id').onRef('filters.id', '=', 'mail_deeds.filter_id'))
    .where('mail_deeds.user_id', '=', userId)
    .where('mail_deeds.message_id', '=', messageId)
    .select(['mail_deeds.kind', 'mail_deeds.folder', 'mail_deeds.filter_id', 'mail_deeds.state', 'mail_deeds.reason', 'filters.name'])
    .orderBy('mail_deeds.kind')
    .execute()
  return rows.map(({ kind, folder, filter_id, state, reason, name }) => ({
    ...{ kind, folder, filterId: filter_id, filterName: name, state, reason: explain(reason) },
  }))
}
