// Sets up users, phones and messages for delivery tests, with a clock moved by hand.
import type { AttemptOutcome, Outcome } from '../../core/delivery/outcome.ts'
import { type DeliveryDefaults, initialDeliveryDefaults } from '../../core/delivery/schedule.ts'
import { type DigestReason, monthOf, type UsageOutcome } from '../../core/plans/allowance.ts'
import type { Db } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { type ClaimDeps, type ClaimLimits, claim } from './claim/claim.ts'
import { markDispatched } from './dispatch-queue.ts'
import { openPace } from './number/pace.ts'
import { recordOutcomes } from './outcomes/record.ts'
import { recordStatus, type StatusReport } from './outcomes/status.ts'
import { deliveryPolicy } from './policy.ts'
import { type ClaimedDelivery, enqueue, type NewDelivery, nextDueAt } from './queue.ts'
import type { ResendDeps } from './resend.ts'
import { addDestination, changeDestination } from './store.ts'
import { sweepDeliveries } from './sweep.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const month = '2026-03'

type Schedule = Partial<Pick<NewDelivery, 'usageMonth' | 'urgent' | 'waitUntil' | 'waitReason' | 'forDigest'>>

const settings = {
  burst: 10,
  refillMs: 6_000,
  unknownWaitMs: minuteMs,
  retryBaseMs: 5_000,
  sendTimeoutMs: 10_000,
  digestFrom: 0,
  announcePatienceMs: 10_000,
  announceGapMs: hourMs,
  numberPerSecond: 1_000,
}

/** Waits for tomorrow's digest, and does not count. */
export const beyondAllowance = (now: Date): Schedule => ({
  ...{ usageMonth: null, urgent: false, waitUntil: new Date(now.getTime() + 24 * hourMs), waitReason: 'allowance_used', forDigest: true },
})

/** `usageChanges` lists every usage change; `chargeUsage` also records them. */
export function openTestbed(db: Db, chargeUsage?: ClaimDeps['onFinal'], overrides: Partial<typeof settings> = {}) {
  const bed = { now: new Date('2026-03-01T12:00:00Z') }
  const policy = deliveryPolicy({ ...settings, ...overrides })
  const usageChanges: { userId: string; outcome: UsageOutcome }[] = []
  const onFinal: ClaimDeps['onFinal'] = async (tx, userId, usageMonth, outcome) => {
    usageChanges.push({ userId, outcome })
    await chargeUsage?.(tx, userId, usageMonth, outcome)
  }
  const depsOf = (host: string, numberId: string) => ({
    ...{ host, numberId, policy, onFinal, random: () => 0.5 },
    pace: openPace(() => ({ numberId, maxPerSecond: policy.numberPerSecond })),
  })

  return {
    policy,
    usageChanges,
    onFinal,
    now: () => bed.now,
    /** When a worker would check again. */
    nextDue: () => nextDueAt(db, bed.now, depsOf('any', 'number')),
    pass(ms: number) {
      bed.now = new Date(bed.now.getTime() + ms)
      return bed.now
    },
    /** A linked phone whose window has just opened. */
    async phoneOf(userId: string, name = 'Phone', waId = '15550100200'): Promise<string> {
      const { id } = await addDestination(db, userId, newId(bed.now), name, bed.now)
      await db.transaction().execute(tx => changeDestination(tx, userId, id, { state: 'linked', wa_id: waId, last_inbound_at: bed.now }))
      return id
    },
    /** Puts `n` emails for one phone into its lane, in one transaction. */
    async mail(userId: string, destinationId: string, n = 1, schedule: Schedule = {}): Promise<string[]> {
      const deliveries = Array.from({ length: n }, () => ({
        id: newId(bed.now),
        messageId: newId(bed.now),
        filterId: null,
        destinationId,
        usageMonth: month,
        redact: null,
        show: null,
        ...schedule,
      }))
      await db.transaction().execute(tx => enqueue(tx, userId, deliveries, bed.now))
      return deliveries.map(d => d.id)
    },
    host(name: string, numberId = 'number') {
      const deps = depsOf(name, numberId)
      /** Claimed but not dispatched: what a host is about to send. */
      const take = (limits: Partial<ClaimLimits> = {}): Promise<ClaimedDelivery[]> =>
        claim(db, bed.now, { lanes: 50, run: 1, ...limits }, deps)
      const dispatch = async (claimed: ClaimedDelivery): Promise<boolean> =>
        (await markDispatched(db, [{ ...claimed, before: null }], bed.now))[0] === true
      return {
        take,
        dispatch,
        /** Claimed and dispatched. */
        async claim(limits?: Partial<ClaimLimits>): Promise<ClaimedDelivery[]> {
          const claimed = await take(limits)
          for (const one of claimed) await dispatch(one)
          return claimed
        },
        recordOutcome: (claimed: ClaimedDelivery, outcome: AttemptOutcome) => recordOutcomes(db, [{ claimed, outcome }], bed.now, deps),
        recordAll: (done: { claimed: ClaimedDelivery; outcome: AttemptOutcome }[]) => recordOutcomes(db, done, bed.now, deps),
      }
    },
    /** `reason`: what the error means; without it only 131026 means undeliverable. */
    report(report: Partial<StatusReport> & Pick<StatusReport, 'wamid' | 'status'>, reason?: string) {
      const full = { userId: null, deliveryId: null, at: bed.now, error: null, price: null, ...report }
      const failureOf = (code: number) => ({ reason: reason ?? (code === 131026 ? 'undeliverable' : 'refused'), stop: 'delivery' as const })
      return db.transaction().execute(tx => recordStatus(tx, full, { now: bed.now, onFinal, failureOf, unreachableAfter: 3 }))
    },
    sweep: () => sweepDeliveries(db, bed.now, { policy, onFinal }),
  }
}

/** An allowance of `limit` deliveries in all; what is beyond waits for the digest of `defaults`. */
export function grantUpTo(
  limit: number,
  held: DigestReason = 'allowance_used',
  defaults: DeliveryDefaults = initialDeliveryDefaults,
): ResendDeps {
  let left = limit
  return {
    async reserve(_tx, _userId, now, wanted) {
      const granted = Math.min(left, wanted)
      left -= granted
      return { month: monthOf(now), granted, held: granted < wanted ? held : null }
    },
    deliveryDefaultsOf: async () => defaults,
  }
}

/** Nothing is sold. */
export const grantAll: ResendDeps = grantUpTo(Number.POSITIVE_INFINITY)

export const sent = (wamid: string): Outcome => ({ kind: 'sent', wamid })
export const unknown: Outcome = { kind: 'unknown', reason: 'no_answer' }
