// Closes deliveries that no attempt will finish: interrupted, expired, or without a destination.

import type { NextLaneStep } from '../../../core/delivery/lane-step.ts'
import type { AttemptOutcome } from '../../../core/delivery/outcome.ts'
import type { State } from '../../../core/delivery/states.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { readDispatch } from '../dispatch-queue.ts'
import type { DeliveryPolicy } from '../policy.ts'
import { applyOutcome, unchanged, withBundled } from './change.ts'
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
  /** As when this was decided; if the delivery has changed since, nothing is done. */
  state: State
  attempt: number
  step: Extract<NextLaneStep, { step: 'recover' | 'end' }>
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
    for (const item of closing) {
      const row = rows.find(r => r.id === item.deliveryId && r.user_id === item.userId)
      if (!row || row.state !== item.state || row.attempts !== item.attempt) continue
      const attempts = tries.get(row.id)
      const change =
        item.step.step === 'end'
          ? closeWith(row, attempts, item.step, now)
          : closeAbandonedAttempt(row, attempts, await interruptedOutcome(tx, item), now, deps.policy)
      changes.push(...withBundled(change, members, false))
    }
    await writeChanges(tx, changes, now, deps.onFinal)
  })
}

/** A digest that may have arrived is not cancelled, so its emails are not sent again. */
function closeWith(row: DeliveryRow, tries: Tries | undefined, end: Extract<NextLaneStep, { step: 'end' }>, now: Date): DeliveryChange {
  const mayHaveArrived = row.kind === 'digest' && tries?.unknown_since != null
  return endDelivery(row, mayHaveArrived ? { state: 'failed', reason: 'outcome_unknown' } : end, now)
}

/** If the sender died after dispatching the message, nobody can know its outcome, unless it had noted it. */
async function interruptedOutcome(tx: Tx, item: Closing): Promise<AttemptOutcome> {
  const dispatch = await readDispatch(tx, item.userId, item)
  if (dispatch.kind === 'sent') return dispatch
  if (dispatch.kind === 'dispatched') return { kind: 'unknown', reason: 'interrupted' }
  return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
}

const closeAbandonedAttempt = (
  row: DeliveryRow,
  tries: Tries | undefined,
  outcome: AttemptOutcome,
  now: Date,
  policy: DeliveryPolicy,
): DeliveryChange => applyOutcome(row, tries, { outcome, attempt: row.attempts, lease: null, nextTokenAt: now }, now, 0, policy).change

/** Ends a delivery without an attempt; its lane continues. */
export const endDelivery = (row: DeliveryRow, end: { state: State; reason: string }, now: Date): DeliveryChange => ({
  ...unchanged(row),
  after: { state: end.state, reason: end.reason },
  dueAt: null,
  times: { ...unchanged(row).times, failed: row.failed_at ?? now },
  lane: { nextAt: now, lease: null, blockedUntil: null },
})
