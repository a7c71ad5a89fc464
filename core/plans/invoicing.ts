// Decides what becomes of a subscription that is paid by invoice: when it is renewed, overdue, suspended or over.
import { graceEndOf } from './allowance.ts'
import { periodEnd } from './periods.ts'
import type { Interval } from './plans.ts'

/** A subscription as invoices by hand know it. `anchor`: when its periods began. */
export interface InvoicedSubscription {
  state: 'pending' | 'trialing' | 'active' | 'past_due' | 'suspended' | 'paused' | 'ended'
  interval: Interval
  anchor: Date
  currentPeriodEnd: Date | null
  cancelsAt: Date | null
  /** The interval of the plan that follows at the end of the period; null if it stays. */
  nextInterval: Interval | null
}

/** What is still to pay, oldest first. */
export interface UnpaidInvoice {
  dueAt: Date
  periodEnd: Date
}

/**
 * `renew`: a new period begins, and its invoice is issued; the plan changes if another one follows. `end`: the subscription is over, and
 * what was not paid for a period that is over is given up. `void`: it was never paid, so nothing is owed.
 */
export type InvoicingStep =
  | { kind: 'renew'; periodStart: Date; periodEnd: Date }
  | { kind: 'past_due' }
  | { kind: 'suspend' }
  | { kind: 'end'; at: Date }
  | { kind: 'void'; at: Date }

/** The next step that is due at `now`; null when nothing is. Repeated until then, it catches up with any number of missed runs. */
export function nextInvoicingStep(
  subscription: InvoicedSubscription,
  unpaid: UnpaidInvoice[],
  now: Date,
  graceDays: number,
): InvoicingStep | null {
  const { state, currentPeriodEnd, cancelsAt } = subscription
  const oldest = unpaid[0]
  if (state === 'ended') return null
  if (state === 'pending') return oldest && oldest.dueAt <= now ? { kind: 'void', at: oldest.dueAt } : null
  if (cancelsAt && cancelsAt <= now) return { kind: 'end', at: cancelsAt }
  if (state === 'paused') return null
  if (oldest && oldest.dueAt <= now) {
    if (state === 'suspended') return oldest.periodEnd <= now ? { kind: 'end', at: oldest.periodEnd } : null
    if (graceEndOf(oldest.dueAt, graceDays) <= now) return { kind: 'suspend' }
    return state === 'past_due' ? null : { kind: 'past_due' }
  }
  if (state === 'suspended' || !currentPeriodEnd || currentPeriodEnd > now) return null
  return { kind: 'renew', periodStart: currentPeriodEnd, periodEnd: renewedUntil(subscription, currentPeriodEnd) }
}

/** Another interval counts from the day that it begins. */
function renewedUntil({ interval, nextInterval, anchor }: InvoicedSubscription, from: Date): Date {
  const next = nextInterval ?? interval
  return periodEnd(from, next, next === interval ? anchor : from)
}
