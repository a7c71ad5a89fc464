// How mail comes to one person: the mailboxes that it came to, and where the person's clock hangs.
import type { Arrival } from '../../../core/message/arrival.ts'
import type { Db } from '../../db/pool.ts'

export type Way = Pick<Arrival, 'timeZone' | 'mailbox'>

/** By mailbox; one that is gone has no entry. A person who chose no time zone lives in UTC. */
export async function readWays(db: Db, userId: string, mailboxIds: string[]): Promise<Map<string, Way>> {
  const rows = await db
    .selectFrom('mailboxes')
    .leftJoin('settings', 'settings.user_id', 'mailboxes.user_id')
    .select(['mailboxes.id', 'mailboxes.address', 'mailboxes.kind', 'settings.time_zone'])
    .where('mailboxes.user_id', '=', userId)
    .where('mailboxes.id', 'in', mailboxIds)
    .execute()
  return new Map(rows.map(({ id, address, kind, time_zone }) => [id, { timeZone: time_zone ?? 'UTC', mailbox: { address, kind } }]))
}
