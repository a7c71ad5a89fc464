// Deletes expired filter proposals of all users.
import type { Db, Tx } from '../../foundation/db/pool.ts'

/** How long a proposal can be accepted (proposals.ts), and undone. */
const acceptableMs = 3_600_000
const storedMs = 7 * 86_400_000

/** Returns how many were deleted; saved filters stay. `onExpired` is called for each unanswered proposal, with the message that asked for it. */
export async function sweepProposals(
  db: Db,
  now: Date,
  onExpired: (tx: Tx, userId: string, wamid: string) => Promise<unknown>,
): Promise<number> {
  return db.transaction().execute(async tx => {
    const deleted = await tx
      .deleteFrom('filter_proposals')
      .where(e =>
        e.or([
          e('created_at', '<', new Date(now.getTime() - storedMs)),
          e.and([e('created_at', '<', new Date(now.getTime() - acceptableMs)), e('state', '=', 'asked')]),
        ]),
      )
      .returning(['user_id', 'wamid', 'state'])
      .execute()
    for (const proposal of deleted) if (proposal.state === 'asked') await onExpired(tx, proposal.user_id, proposal.wamid)
    return deleted.length
  })
}
