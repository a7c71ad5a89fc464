// Escalates messages from phone to phone when due, and stops once someone has acknowledged them.
import { type EscalationEffect, type EscalationStep, escalate } from '../../../core/delivery/escalation.ts'
import { scheduleEmail } from '../../../core/delivery/schedule.ts'
import { isAlarm, nextTry } from '../../../core/delivery/set-aside.ts'
import { mayCancel } from '../../../core/delivery/states.ts'
import type { Clock } from '../../foundation/clock.ts'
import { isDatabaseTrouble } from '../../foundation/db/connection-errors.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { retryTransaction } from '../../foundation/db/retry-transaction.ts'
import { countFailure, forgetFailures, setAside } from '../../foundation/db/set-aside.ts'
import type { Log } from '../../foundation/log.ts'
import { newId } from '../../foundation/seal.ts'
import { readForwardedFiles } from '../follow-up-files-queue.ts'
import { endDelivery } from '../outcomes/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from '../outcomes/queue.ts'
import { enqueue } from '../queue.ts'
import type { UndeliveredEmail } from '../replan/replan.ts'
import { type ResendDeps, scheduleWithinAllowance } from '../resend.ts'
import { dueEscalations } from './owners.ts'
import {
  linkToEscalation,
  listWaitingOfEscalation,
  postponeEscalation,
  readChainPhones,
  readEscalation,
  type SavedEscalation,
  type SavedStep,
  writeEscalation,
} from './store.ts'

export interface EscalationDeps extends ResendDeps {
  db: Db
  log: Pick<Log, 'error'>
  clock: Clock
  onFinal: OnFinal
  /** Queues a system email in the transaction, saying that nobody has read this email. */
  sendByEmail(tx: Tx, userId: string, email: Omit<UndeliveredEmail, 'phone'>): Promise<unknown>
  /** Called after a commit that queued an email. */
  wake(): void
  onError(error: unknown): void
}

const batchSize = 50
const checkMs = 1_000

/** Handles due escalations: at once after `wake`, otherwise within a second. */
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
  const repeated = deps.clock.every(checkMs, run)
  return {
    wake: () => void run(),
    stop: async () => {
      await repeated.stop()
      await running
    },
  }
}

/** Handles each due escalation once; one that fails is tried again later. Safe on several hosts at once. */
export async function escalateDue(deps: EscalationDeps): Promise<void> {
  const handled = new Set<string>()
  for (;;) {
    const due = (await dueEscalations(deps.db, deps.clock.now(), batchSize + handled.size)).filter(
      escalation => !handled.has(escalation.id),
    )
    if (due.length === 0) return
    for (const escalation of due) {
      handled.add(escalation.id)
      await escalateOne(deps, escalation)
    }
  }
}

async function escalateOne(deps: EscalationDeps, { userId, id }: { userId: string; id: string }): Promise<void> {
  try {
    if (await retryTransaction(deps.db, tx => advanceEscalation(tx, userId, id, deps))) deps.wake()
  } catch (error) {
    if (error instanceof ConcurrentChange) return
    deps.onError(error)
    if (!isDatabaseTrouble(error)) await postpone(deps, userId, id, error)
  }
}

/** Somebody must read the email, so it is tried for ever, but ever more seldom. */
async function postpone(deps: EscalationDeps, userId: string, id: string, error: unknown): Promise<void> {
  const now = deps.clock.now()
  const item = { kind: 'escalation' as const, id }
  const failures = await countFailure(deps.db, item, error, now)
  if (isAlarm(failures)) await setAside(deps, item, error, now)
  await postponeEscalation(deps.db, userId, id, nextTry(failures, now))
}

/** Somebody else changed it meanwhile: rolls back, so that they or the next check handle it. */
class ConcurrentChange extends Error {}

/** Returns whether an email was queued. */
async function advanceEscalation(tx: Tx, userId: string, id: string, deps: EscalationDeps): Promise<boolean> {
  const now = deps.clock.now()
  let saved = await readEscalation(tx, userId, id)
  if (saved?.state !== 'open') return false
  const ids = saved.steps.map(step => step.destinationId)
  for (let hasSent = false; ; hasSent = true) {
    const { next, effects, nextAt } = escalate(saved, await readChainPhones(tx, userId, saved.messageId, ids, now), now)
    saved = { ...saved, state: next.state, steps: saved.steps.map((step, i) => ({ ...step, ...stepResult(next.steps[i]) })) }
    for (const effect of effects) await applyEffect(tx, userId, saved, effect, now, deps)
    if (effects.some(effect => effect.kind === 'ask')) continue
    if (!(await writeEscalation(tx, userId, saved, nextAt, now))) throw new ConcurrentChange()
    await forgetFailures(tx, 'escalation', [id])
    return hasSent
  }
}

const stepResult = (step: EscalationStep | undefined): Partial<SavedStep> =>
  step ? { askedAt: step.askedAt, end: step.end, endedAt: step.endedAt } : {}

async function applyEffect(
  tx: Tx,
  userId: string,
  saved: SavedEscalation,
  effect: EscalationEffect,
  now: Date,
  deps: EscalationDeps,
): Promise<void> {
  const { messageId, filterId } = saved
  switch (effect.kind) {
    case 'ask':
      return askPhone(tx, userId, saved, effect.destinationId, now, deps)
    case 'cancel':
      return cancel(tx, userId, saved, effect.destinationIds, now, deps)
    case 'email':
      await deps.sendByEmail(tx, userId, { messageId, filterId, redact: saved.steps[0]?.redact ?? null })
  }
}

/** A phone that already has the email through another filter is not sent it twice. */
async function askPhone(
  tx: Tx,
  userId: string,
  saved: SavedEscalation,
  destinationId: string,
  now: Date,
  deps: EscalationDeps,
): Promise<void> {
  const { messageId, filterId } = saved
  const step = saved.steps.find(escalation => escalation.destinationId === destinationId)
  if (!step) return
  const { show, redact, preferences } = step
  const planned = scheduleEmail(preferences, await deps.deliveryDefaultsOf(tx, userId), [], now)
  const [schedule] = await scheduleWithinAllowance(tx, userId, [planned], now, deps)
  const usageMonth = schedule?.usageMonth ?? null
  const files = await readForwardedFiles(tx, userId, messageId, filterId)
  const delivery = { id: newId(now), messageId, filterId, destinationId, show, redact, files, ...schedule, usageMonth }
  const enqueued = await enqueue(tx, userId, [delivery], now)
  if (enqueued.length === 0 && usageMonth !== null) await deps.onFinal(tx, userId, usageMonth, 'unused')
  await linkToEscalation(tx, userId, saved.id, { messageId, destinationId })
}

async function cancel(
  tx: Tx,
  userId: string,
  saved: SavedEscalation,
  destinationIds: string[],
  now: Date,
  { onFinal }: EscalationDeps,
): Promise<void> {
  const ids = await listWaitingOfEscalation(tx, userId, saved, destinationIds)
  const rows = await lockDeliveries(
    tx,
    ids.map(deliveryId => ({ userId, deliveryId })),
  )
  const open = rows.filter(row => mayCancel(row.state))
  const changes = open.map(row => endDelivery(row, { state: 'cancelled', reason: 'taken' }, now))
  await writeChanges(tx, changes, now, onFinal)
}
