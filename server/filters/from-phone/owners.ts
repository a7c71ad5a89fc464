// Deletes expired filter proposals of all users.
import type { Db, Tx } from '../../foundation/db/pool.ts'

/** So long a yes can be given (proposals.ts), and taken back. */
const askedMs = 3_600_000
const keptMs = 7 * 86_400_000

/** Returns how many. A filter that was kept stays; `onLapsed` hears of each question that nobody answered, by what it was asked with. */
export async function sweepProposals(
  db: Db,
  now: Date,
  onLapsed: (tx: Tx, userId: string, wamid: string) => Promise<unknown>,
): Promise<number> {
  return db.transaction().execute(async tx => {
    const gone = await tx
      .deleteFrom('filter_proposals')
      .where(e =>
        e.or([
          e('created_at', '<', new Date(now.getTime() - keptMs)),
          e.and([e('created_at', '<', new Date(now.getTime() - askedMs)), e('state', '=', 'asked')]),
        ]),
      )
      .returning(['user_id', 'wamid', 'state'])
      .execute()
    for (const one of gone) if (one.state === 'asked') await onLapsed(tx, one.user_id, one.wamid)
    return gone.length
  })
}
