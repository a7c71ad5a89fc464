// What was asked to be done to a message in its own mailbox, by filters and by its person, and what became of it.
import type { Deed } from '../../core/api/ledger.ts'
import type { Db } from '../db/pool.ts'

type Explain = (reason: string | null) => string | null

/** What filters did first, then what the person asked for, the oldest first. `explain` turns the reason code into a sentence for the owner. */
export async function deedsOf(db: Db, userId: string, messageId: string, explain: Explain): Promise<Deed[]> {
  return [...(await filtersDeeds(db, userId, messageId, explain)), ...(await personsDeeds(db, userId, messageId, explain))]
}

async function filtersDeeds(db: Db, userId: string, messageId: string, explain: Explain): Promise<Deed[]> {
  const rows = await db
    .selectFrom('mail_deeds')
    .leftJoin('filters', j => j.onRef('filters.user_id', '=', 'mail_deeds.user_id').onRef('filters.id', '=', 'mail_deeds.filter_id'))
    .where('mail_deeds.user_id', '=', userId)
    .where('mail_deeds.message_id', '=', messageId)
    .select(['mail_deeds.kind', 'mail_deeds.folder', 'mail_deeds.filter_id', 'mail_deeds.state', 'mail_deeds.reason', 'filters.name'])
    .orderBy('mail_deeds.kind')
    .execute()
  return rows.map(({ kind, folder, filter_id, state, reason, name }) => ({
    ...{ by: 'filter', kind, folder, filterId: filter_id, filterName: name, state, reason: explain(reason), at: null },
  }))
}

/** More of them than anybody taps are not shown. */
const mostShown = 100

async function personsDeeds(db: Db, userId: string, messageId: string, explain: Explain): Promise<Deed[]> {
  const rows = await db
    .selectFrom('mail_acts')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .select(['kind', 'destination_id', 'state', 'reason', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map(({ kind, destination_id, state, reason, created_at }) => ({
    ...{ by: destination_id === null ? 'screen' : 'phone', kind, folder: null, filterId: null, filterName: null, state },
    ...{ reason: explain(reason), at: created_at.toISOString() },
  }))
}
