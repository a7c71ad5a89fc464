// Ends the head of a lane where no sender is left to do it: in doubt, too old, or without its destination.

import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { State } from '../../../core/delivery/states.ts'
import type { Turn } from '../../../core/delivery/turn.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { hasLeft } from '../leaving/store.ts'
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
    const changes: Change[] = []
    for (const one of closing) {
      const row = rows.find(r => r.id === one.deliveryId && r.user_id === one.userId)
      if (!row || row.state !== one.state || row.attempts !== one.attempt) continue
      const theirs = tries.get(row.id)
      const change =
        one.turn.turn === 'end'
          ? endedWith(row, theirs, one.turn, now)
          : abandoned(row, theirs, await outcomeOf(tx, one), now, parts.policy)
      changes.push(...withMembers(change, members, false))
    }
    await writeChanges(tx, changes, now, parts.onFinal)
  })
}

/** What may have arrived is not called cancelled, and its mails do not go once more. */
function endedWith(row: DeliveryRow, tries: Tries | undefined, end: Extract<Turn, { turn: 'end' }>, now: Date): Change {
  const mayHaveArrived = row.kind === 'digest' && tries?.unknown_since != null
  return ended(row, mayHaveArrived ? { state: 'failed', reason: 'outcome_unknown' } : end, now)
}

/** What its sender was at when it died: nobody can know what became of a message that had left. */
async function outcomeOf(tx: Tx, one: Closing): Promise<Outcome> {
  if (await hasLeft(tx, one.userId, one)) return { kind: 'unknown', reason: 'interrupted' }
  return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
}

const abandoned = (row: DeliveryRow, tries: Tries | undefined, outcome: Outcome, now: Date, policy: DeliveryPolicy): Change =>
  settlementOf(row, tries, { outcome, attempt: row.attempts, lease: null, nextTokenAt: now }, now, 0, policy).change

/** A delivery that ends without an attempt; its lane goes on. */
export const ended = (row: DeliveryRow, end: { state: State; reason: string }, now: Date): Change => ({
  ...unchanged(row),
  after: { state: end.state, reason: end.reason },
  dueAt: null,
  times: { ...unchanged(row).times, failed: row.failed_at ?? now },
  lane: { nextAt: now, lease: null, blockedUntil: null },
})
