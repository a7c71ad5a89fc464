// Ends the head of a lane where no sender is left to do it: in doubt, too old, or without its destination.

import type { State } from '../../../core/delivery/states.ts'
import type { Turn } from '../../../core/delivery/turn.ts'
import type { Db } from '../../db/pool.ts'
import type { DeliveryPolicy } from '../policy.ts'
import { settlementOf, unchanged, withMembers } from './change.ts'
import {
  type Change,
  type DeliveryKey,
  type DeliveryRow,
  lockWithMembers,
  type OnFinal,
  readTries,
  type Tries,
  writeChanges,
} from './queue.ts'

export interface Closing extends DeliveryKey {
  /** As it was when this was decided; if anything has happened to it since, nothing is done. */
  state: State
  attempt: number
  turn: Extract<Turn, { turn: 'doubt' | 'end' }>
}

export async function closeHeads(
  db: Db,
  closing: Closing[],
  now: Date,
  parts: { policy: DeliveryPolicy; onFinal: OnFinal },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows, members } = await lockWithMembers(tx, closing, true)
    const tries = await readTries(tx, rows)
    const changes = closing.flatMap(c => {
      const row = rows.find(r => r.id === c.deliveryId && r.user_id === c.userId)
      if (!row || row.state !== c.state || row.attempts !== c.attempt) return []
      return withMembers(closed(row, tries.get(row.id), c.turn, now, parts.policy), members, false)
    })
    await writeChanges(tx, changes, now, parts.onFinal)
  })
}

function closed(row: DeliveryRow, tries: Tries | undefined, turn: Closing['turn'], now: Date, policy: DeliveryPolicy): Change {
  // What may have arrived is not called cancelled, and its mails do not go once more.
  const mayHaveArrived = row.kind === 'digest' && tries?.unknown_since != null
  if (turn.turn === 'end') return ended(row, mayHaveArrived ? { state: 'failed', reason: 'outcome_unknown' } : turn, now)
  const outcome = { kind: 'unknown', reason: 'interrupted' } as const
  return settlementOf(row, tries, { outcome, attempt: row.attempts, lease: null, nextTokenAt: now }, now, 0, policy).change
}

/** A delivery that ends without an attempt; its lane goes on. */
export const ended = (row: DeliveryRow, end: { state: State; reason: string }, now: Date): Change => ({
  ...unchanged(row),
  after: { state: end.state, reason: end.reason },
  dueAt: null,
  times: { ...unchanged(row).times, failed: row.failed_at ?? now },
  lane: { nextAt: now, lease: null, blockedUntil: null },
})
