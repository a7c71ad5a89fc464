// Rows of runs over past messages, and what a host has claimed of them.
import type { Row } from '../../foundation/db/tables.ts'

export type PastRunRow = Row<'past_runs'>

/** What a host works on. Another host may have claimed it later. */
export type ClaimedRun = Pick<PastRunRow, 'user_id' | 'id' | 'filter_id' | 'claim'> & { last: RunPosition }

/** Where a message is in the order of dates. */
export interface RunPosition {
  id: string
  datedMs: number
}

export const toClaimed = (row: PastRunRow): ClaimedRun => ({
  ...{ user_id: row.user_id, id: row.id, filter_id: row.filter_id, claim: row.claim },
  last: { id: row.last_id, datedMs: row.last_at.getTime() },
})
