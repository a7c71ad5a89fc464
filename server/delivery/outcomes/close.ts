// Closes deliveries without a sender: interrupted, expired, or without a destination.

import type { NextLaneStep } from '../../../core/delivery/lane-step.ts'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { State } from '../../../core/delivery/states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { wasDispatched } from '../dispatch-store.ts'
import type { DeliveryPolicy } from '../policy.ts'
import { outcomeOf, unchanged, withBundled } from './change.ts'
import {
  type DeliveryChange,
  type DeliveryKey,
  type DeliveryRow,
  lockWithBundled,
  type OnFinal,
  readTries,
  type Tries,
  writeChanges,
} from './queue.ts'

export interface Closing extends DeliveryKey {
  /** As it was when this was decided; if anything has happened to it since, nothing is done. */
  state: State
  attempt: number
  turn: Extract<NextLaneStep, { turn: 'doubt' | 'end' }>
}

export async function closeAbandoned(
  db: Db,
  closing: Closing[],
  now: Date,
  deps: { policy: DeliveryPolicy; onFinal: OnFinal },
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows, members } = await lockWithBundled(tx, closing, true)
    const tries = await readTries(tx, rows)
    const changes: DeliveryChange[] = []
    for (const one of closing) {
      const row = rows.find(r => r.id === one.deliveryId && r.user_id === one.userId)
      if (!row || row.state !== one.state || row.attempts !== one.attempt) continue
      const theirs = tries.get(row.id)
      const change =
        one.turn.turn === 'end'
          ? endedWith(row, theirs, one.turn, now)
          : abandoned(row, theirs, await interruptedOutcome(tx, one), now, deps.policy)
      changes.push(...withBundled(change, members, false))
    }
    await writeChanges(tx, changes, now, deps.onFinal)
  })
}

/** What may have arrived is not called cancelled, and its emails do not go once more. */
function endedWith(row: DeliveryRow, tries: Tries | undefined, end: Extract<NextLaneStep, { turn: 'end' }>, now: Date): DeliveryChange {
  const mayHaveArrived = row.kind === 'digest' && tries?.unknown_since != null
  return ended(row, mayHaveArrived ? { state: 'failed', reason: 'outcome_unknown' } : end, now)
}

/** What its sender was at when it died: nobody can know what became of a message that had left. */
async function interruptedOutcome(tx: Tx, one: Closing): Promise<Outcome> {
  if (await wasDispatched(tx, one.userId, one)) return { kind: 'unknown', reason: 'interrupted' }
  return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
}

const abandoned = (row: DeliveryRow, tries: Tries | undefined, outcome: Outcome, now: Date, policy: DeliveryPolicy): DeliveryChange =>
  outcomeOf(row, tries, { outcome, attempt: row.attempts, lease: null, nextTokenAt: now }, now, 0, policy).change

/** A delivery that ends without an attempt; its lane goes on. */
export const ended = (row: DeliveryRow, end: { state: State; reason: string }, now: Date): DeliveryChange => ({
  ...unchanged(row),
  after: { state: end.state, reason: end.reason },
  dueAt: null,
  times: { ...unchanged(row).times, failed: row.failed_at ?? now },
  lane: { nextAt: now, lease: null, blockedUntil: null },
})
