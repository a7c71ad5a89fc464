// Escalates messages from phone to phone when due, and stops once someone has acknowledged them.
import { type Effect, type EscalationStep, escalate } from '../../../core/delivery/escalation.ts'
import { type DeliveryHabits, scheduleOf } from '../../../core/delivery/schedule.ts'
import { mayCancel } from '../../../core/delivery/states.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { retryTransaction } from '../../foundation/db/retry-transaction.ts'
import { newId } from '../../foundation/seal.ts'
import { filesOfMail } from '../follow-up-files-queue.ts'
import { ended } from '../outcomes/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from '../outcomes/queue.ts'
import { enqueue } from '../queue.ts'
import type { UndeliveredEmail } from '../replan/replan.ts'
import type { Reserve } from '../resend.ts'
import { dueEscalations } from './owners.ts'
import { type KeptEscalation, type KeptStep, readEscalation, seenOf, tie, waitingOfEscalation, writeEscalation } from './store.ts'

export interface EscalationDeps {
  db: Db
  clock: Clock
  reserve: Reserve
  onFinal: OnFinal
  habitsOf(tx: Tx, userId: string): Promise<DeliveryHabits>
  /** Keeps an email with the transaction: nobody has read this email. */
  write(tx: Tx, userId: string, mail: Omit<UndeliveredEmail, 'phone'>): Promise<unknown>
  /** Called after a commit that put an email into a lane. */
  wake(): void
  onError(error: unknown): void
}

const batch = 50
const lookMs = 1_000

/** Looks at what is due: at once after `wake`, else within a second. */
export function openEscalator(deps: EscalationDeps): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= escalateDue(deps)
      .catch(deps.onError)
      .finally(() => {
        running = null
      })
    return running
  }
  const repeated = deps.clock.every(lookMs, run)
  return {
    wake: () => void run(),
    stop: async () => {
      await repeated.stop()
      await running
    },
  }
}

/** Each that is due is looked at once; one that fails is looked at again the next time. Safe on several hosts at once. */
export async function escalateDue(deps: EscalationDeps): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const due = (await dueEscalations(deps.db, deps.clock.now(), batch + seen.size)).filter(one => !seen.has(one.id))
    if (due.length === 0) return
    for (const one of due) {
      seen.add(one.id)
      await escalateOne(deps, one)
    }
  }
}

async function escalateOne(deps: EscalationDeps, { userId, id }: { userId: string; id: string }): Promise<void> {
  const asked = await retryTransaction(deps.db, tx => lookAt(tx, userId, id, deps)).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) deps.onError(error)
    return false
  })
  if (asked) deps.wake()
}

/** Somebody else has changed it meanwhile: all that was begun is undone, and they, or the next look, see the whole. */
class Overtaken extends Error {}

/** Returns whether an email went on its way. */
async function lookAt(tx: Tx, userId: string, id: string, deps: EscalationDeps): Promise<boolean> {
  const now = deps.clock.now()
  let kept = await readEscalation(tx, userId, id)
  if (kept?.state !== 'open') return false
  const ids = kept.steps.map(step => step.destinationId)
  for (let asked = false; ; asked = true) {
    const { next, effects, nextAt } = escalate(kept, await seenOf(tx, userId, kept.messageId, ids, now), now)
    kept = { ...kept, state: next.state, steps: kept.steps.map((step, i) => ({ ...step, ...endOf(next.steps[i]) })) }
    for (const effect of effects) await carryOut(tx, userId, kept, effect, now, deps)
    if (effects.some(effect => effect.kind === 'ask')) continue
    if (!(await writeEscalation(tx, userId, kept, nextAt, now))) throw new Overtaken()
    return asked
  }
}

const endOf = (step: EscalationStep | undefined): Partial<KeptStep> =>
  step ? { askedAt: step.askedAt, end: step.end, endedAt: step.endedAt } : {}

async function carryOut(tx: Tx, userId: string, kept: KeptEscalation, effect: Effect, now: Date, deps: EscalationDeps): Promise<void> {
  const { messageId, filterId } = kept
  switch (effect.kind) {
    case 'ask':
      return ask(tx, userId, kept, effect.destinationId, now, deps)
    case 'cancel':
      return cancel(tx, userId, kept, effect.destinationIds, now, deps)
    case 'mail':
      await deps.write(tx, userId, { messageId, filterId, redact: kept.steps[0]?.redact ?? null })
  }
}

/** One that has the email already, by another filter, is not sent it twice. */
async function ask(tx: Tx, userId: string, kept: KeptEscalation, destinationId: string, now: Date, deps: EscalationDeps): Promise<void> {
  const { messageId, filterId } = kept
  const step = kept.steps.find(one => one.destinationId === destinationId)
  if (!step) return
  const { show, redact, preferences } = step
  const usageMonth = monthOf(now)
  const held = (await deps.reserve(tx, userId, usageMonth, 1)) === 0 ? ('allowance_used' as const) : null
  const plan = scheduleOf(preferences, await deps.habitsOf(tx, userId), [], now)
  const files = await filesOfMail(tx, userId, messageId, filterId)
  const sent = { id: newId(now), messageId, filterId, destinationId, usageMonth, held, show, redact, files, ...plan }
  const enqueued = await enqueue(tx, userId, [sent], now)
  if (enqueued.length === 0 && held === null) await deps.onFinal(tx, userId, usageMonth, 'released')
  await tie(tx, userId, kept.id, { messageId, destinationId })
}

async function cancel(
  tx: Tx,
  userId: string,
  kept: KeptEscalation,
  destinationIds: string[],
  now: Date,
  { onFinal }: EscalationDeps,
): Promise<void> {
  const ids = await waitingOfEscalation(tx, userId, kept, destinationIds)
  const rows = await lockDeliveries(
    tx,
    ids.map(deliveryId => ({ userId, deliveryId })),
  )
  const open = rows.filter(row => mayCancel(row.state))
  const changes = open.map(row => ended(row, { state: 'cancelled', reason: 'taken' }, now))
  await writeChanges(tx, changes, now, onFinal)
}
