// The files that were to follow a mail and did not reach their phone, by name, with why.
import type { FailedFile } from '../../core/api/ledger.ts'
import { State } from '../../core/delivery/states.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Db } from '../db/pool.ts'
import type { Explain } from './deliveries.ts'

/** In their order; a file's name is null once what is kept of its mail was erased, or where it has none. */
export async function failedFilesOf(
  db: Db,
  userId: string,
  messageId: string,
  view: MailView | null,
  explain: Explain,
): Promise<FailedFile[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('destinations as p', j => j.onRef('p.user_id', '=', 'd.user_id').onRef('p.id', '=', 'd.destination_id'))
    .select(['d.part', 'd.state', 'd.reason', 'p.name'])
    .where('d.user_id', '=', userId)
    .where('d.message_id', '=', messageId)
    .where('d.kind', '=', 'attachment')
    .where('d.state', 'in', ['failed', 'expired'])
    .orderBy('d.part')
    .orderBy('d.seq')
    .limit(100)
    .execute()
  return rows.map(({ part, state, reason, name }) => ({
    name: (part === null ? null : view?.files?.items[part]?.name) || null,
    destinationName: name ?? '',
    reason: explain(State.parse(state), reason),
  }))
}
