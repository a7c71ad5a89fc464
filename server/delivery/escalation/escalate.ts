// Looks at mails that go from phone to phone: sends them on when they are due, and stops once somebody has them.
import { type Effect, escalate, type Step } from '../../../core/delivery/escalation.ts'
import { type Habits, planOf } from '../../../core/delivery/plan.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import type { Clock } from '../../clock.ts'
import { transactAgain } from '../../db/again.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { newId } from '../../seal.ts'
import { filesOfMail } from '../followers/queue.ts'
import { enqueue } from '../queue.ts'
import type { LetterMail } from '../replan/replan.ts'
import type { Reserve } from '../resend.ts'
import { ended } from '../settle/close.ts'
import { lockDeliveries, type OnFinal, writeChanges } from '../settle/queue.ts'
import { dueEscalations } from './owners.ts'
import { type KeptEscalation, type KeptStep, readEscalation, seenOf, tie, waitingOfEscalation, writeEscalation } from './store.ts'

export interface EscalationParts {
  db: Db
  clock: Clock
  reserve: Reserve
  onFinal: OnFinal
  habitsOf(tx: Tx, userId: string): Promise<Habits>
  /** Keeps a letter with the transaction: nobody has read this mail. */
  write(tx: Tx, userId: string, mail: Omit<LetterMail, 'phone'>): Promise<unknown>
  /** Called after a commit that put a mail into a lane. */
  wake(): void
  onError(error: unknown): void
}

const batch = 50
const lookMs = 1_000

/** Looks at what is due: at once after `wake`, else within a second. */
export function openEscalator(parts: EscalationParts): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= escalateDue(parts)
      .catch(parts.onError)
      .finally(() => {
        running = null
      })
    return running
  }
  const repeated = parts.clock.every(lookMs, run)
  return {
    wake: () => void run(),
    stop: async () => {
      await repeated.stop()
      await running
    },
  }
}

/** Each that is due is looked at once; one that fails is looked at again the next time. Safe on several hosts at once. */
export async function escalateDue(parts: EscalationParts): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const due = (await dueEscalations(parts.db, parts.clock.now(), batch + seen.size)).filter(one => !seen.has(one.id))
    if (due.length === 0) return
    for (const one of due) {
      seen.add(one.id)
      await escalateOne(parts, one)
    }
  }
}

async function escalateOne(parts: EscalationParts, { userId, id }: { userId: string; id: string }): Promise<void> {
  const asked = await transactAgain(parts.db, tx => lookAt(tx, userId, id, parts)).catch((error: unknown) => {
    if (!(error instanceof Overtaken)) parts.onError(error)
    return false
  })
  if (asked) parts.wake()
}

/** Somebody else has changed it meanwhile: all that was begun is undone, and they, or the next look, see the whole. */
class Overtaken extends Error {}

/** Returns whether a mail went on its way. */
async function lookAt(tx: Tx, userId: string, id: string, parts: EscalationParts): Promise<boolean> {
  const now = parts.clock.now()
  let kept = await readEscalation(tx, userId, id)
  if (kept?.state !== 'open') return false
  const ids = kept.steps.map(step => step.destinationId)
  for (let asked = false; ; asked = true) {
    const { next, effects, nextAt } = escalate(kept, await seenOf(tx, userId, kept.messageId, ids, now), now)
    kept = { ...kept, state: next.state, steps: kept.steps.map((step, i) => ({ ...step, ...endOf(next.steps[i]) })) }
    for (const effect of effects) await carryOut(tx, userId, kept, effect, now, parts)
    if (effects.some(effect => effect.kind === 'ask')) continue
    if (!(await writeEscalation(tx, userId, kept, nextAt, now))) throw new Overtaken()
    return asked
  }
}

const endOf = (step: Step | undefined): Partial<KeptStep> => (step ? { askedAt: step.askedAt, end: step.end, endedAt: step.endedAt } : {})

async function carryOut(tx: Tx, userId: string, kept: KeptEscalation, effect: Effect, now: Date, parts: EscalationParts): Promise<void> {
  const { messageId, filterId } = kept
  switch (effect.kind) {
    case 'ask':
      return ask(tx, userId, kept, effect.destinationId, now, parts)
    case 'cancel':
      return cancel(tx, userId, kept, effect.destinationIds, now, parts)
    case 'mail':
      await parts.write(tx, userId, { messageId, filterId, redact: kept.steps[0]?.redact ?? null })
  }
}

/** One that has the mail already, by another filter, is not sent it twice. */
async function ask(tx: Tx, userId: string, kept: KeptEscalation, destinationId: string, now: Date, parts: EscalationParts): Promise<void> {
  const { messageId, filterId } = kept
  const step = kept.steps.find(one => one.destinationId === destinationId)
  if (!step) return
  const { show, redact, wishes } = step
  const usageMonth = monthOf(now)
  const held = (await parts.reserve(tx, userId, usageMonth, 1)) === 0 ? ('allowance_used' as const) : null
  const plan = planOf(wishes, await parts.habitsOf(tx, userId), [], now)
  const files = await filesOfMail(tx, userId, messageId, filterId)
  const sent = { id: newId(now), messageId, filterId, destinationId, usageMonth, held, show, redact, files, ...plan }
  const enqueued = await enqueue(tx, userId, [sent], now)
  if (enqueued.length === 0 && held === null) await parts.onFinal(tx, userId, usageMonth, 'released')
  await tie(tx, userId, kept.id, { messageId, destinationId })
}

async function cancel(
  tx: Tx,
  userId: string,
  kept: KeptEscalation,
  destinationIds: string[],
  now: Date,
  { onFinal }: EscalationParts,
): Promise<void> {
  const ids = await waitingOfEscalation(tx, userId, kept, destinationIds)
  const rows = await lockDeliveries(
    tx,
    ids.map(deliveryId => ({ userId, deliveryId })),
  )
  const open = rows.filter(row => row.state === 'held' || row.state === 'queued')
  const changes = open.map(row => ended(row, { state: 'cancelled', reason: 'taken' }, now))
  await writeChanges(tx, changes, now, onFinal)
}
