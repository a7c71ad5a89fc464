// Decides what an owner may do now: which limits apply, what is left of the month, and whether emails go one by one.
import { betterLimits, hasSameLimits, isGiftRunning, type PlanGift } from './gift.ts'
import type { PlanLimits } from './plans.ts'
import type { SubscriptionFacts } from './subscription.ts'

/** One owner's month. `reserved`: on the way. `delivered`: arrived, and counted. `returned`: never arrived, and not counted. */
export interface Counter {
  reserved: number
  delivered: number
  returned: number
}

/** What applies without a subscription, and how long a missing payment may take. */
export interface AllowanceTerms {
  free: PlanLimits
  graceDays: number
}

/** Why emails without allowance come in the daily digest. */
export type DigestReason = 'allowance_used' | 'payment_failed'

export interface Allowance {
  limits: PlanLimits
  /** Where the limits come from; `gift` when a plan that was given adds to what was bought. */
  source: 'free' | 'bought' | 'gift'
  /** Deliveries left in this month; null is unlimited. */
  remaining: number | null
  /** `digest`: emails come together, once a day, and don't count. */
  delivery: 'single' | 'digest'
  /** Why emails come in the digest, or else why a bought plan does not apply. */
  reason: DigestReason | 'payment_missing' | 'paused' | 'ended' | null
  /** When that changes on its own; null if it does not. */
  until: Date | null
}

const dayMs = 86_400_000

export function allowanceOf(
  subscription: Pick<SubscriptionFacts, 'state' | 'limits' | 'currentPeriodEnd' | 'pastDueSince'> | null,
  counter: Counter,
  now: Date,
  terms: AllowanceTerms,
  gift: PlanGift | null = null,
): Allowance {
  const own = applicable(subscription, now, terms)
  const { reason, until, ...applied } = gift && isGiftRunning(gift, now) ? withGift(own, gift) : own
  const remaining = remainingOf(applied.limits, counter)
  if (reason === 'payment_failed') return { ...applied, remaining, delivery: 'digest', reason, until }
  if (remaining === 0) return { ...applied, remaining, delivery: 'digest', reason: 'allowance_used', until: nextMonthOf(now) }
  return { ...applied, remaining, delivery: 'single', reason, until }
}

type Applicable = Pick<Allowance, 'limits' | 'source' | 'reason' | 'until'>

/** While a payment is missing, the gift alone says how many emails go one by one. */
function withGift(own: Applicable, gift: PlanGift): Applicable {
  const limits = betterLimits(own.limits, gift.limits)
  const given = { source: 'gift' as const, reason: null, until: null }
  if (own.reason === 'payment_failed') return { limits: { ...limits, deliveriesPerMonth: gift.limits.deliveriesPerMonth }, ...given }
  return hasSameLimits(limits, own.limits) ? own : { limits, ...given }
}

function applicable(subscription: Parameters<typeof allowanceOf>[0], now: Date, { free, graceDays }: AllowanceTerms): Applicable {
  const onFree = (reason: Allowance['reason'] = null): Applicable => ({ limits: free, source: 'free', reason, until: null })
  if (!subscription) return onFree()
  const { limits, state, currentPeriodEnd, pastDueSince } = subscription
  switch (state) {
    case 'trialing':
    case 'active':
      return { limits, source: 'bought', reason: null, until: null }
    case 'pending':
      return onFree()
    case 'suspended':
      return onFree('payment_missing')
    case 'paused':
      return onFree('paused')
    case 'ended':
      return onFree('ended')
    case 'past_due':
      return inGrace(limits, pastDueSince)
    case 'unknown':
      // A state that we don't know yet takes nothing from an owner who has paid.
      if (pastDueSince) return inGrace(limits, pastDueSince)
      return currentPeriodEnd ? { limits, source: 'bought', reason: null, until: null } : onFree()
  }

  // Without the date since when a payment is missing, nothing is revoked: only a snapshot from the provider does that.
  function inGrace(bought: PlanLimits, since: Date | null): Applicable {
    const end = since && graceEndOf(since, graceDays)
    return end && end <= now ? onFree('payment_missing') : { limits: bought, source: 'bought', reason: 'payment_failed', until: end }
  }
}

/** Until when a payment is waited for that is missing since then. */
export const graceEndOf = (since: Date, graceDays: number): Date => new Date(since.getTime() + graceDays * dayMs)

export const remainingOf = ({ deliveriesPerMonth: limit }: Pick<PlanLimits, 'deliveriesPerMonth'>, counter: Counter): number | null =>
  limit === null ? null : Math.max(0, limit - counter.reserved - counter.delivered)

/** `held`: why the deliveries that were not granted wait for the daily digest; null if all were granted. */
export interface Reservation {
  /** The month that the granted ones count in. */
  month: string
  granted: number
  held: DigestReason | null
}

/** Reserves as many of `wanted` deliveries as the allowance permits. */
export function reserveAllowance(
  { delivery, remaining, reason }: Pick<Allowance, 'delivery' | 'remaining' | 'reason'>,
  counter: Counter,
  wanted: number,
): { granted: number; held: DigestReason | null; counter: Counter } {
  const granted = delivery === 'digest' ? 0 : Math.min(wanted, remaining ?? wanted)
  const held = granted === wanted ? null : reason === 'payment_failed' ? reason : 'allowance_used'
  return { granted, held, counter: { ...counter, reserved: counter.reserved + granted } }
}

/**
 * `returned`: it failed, expired or was cancelled. `delivered_after_return`: a late report says that it arrived after all. `unused`: it
 * was never enqueued.
 */
export type UsageOutcome = 'delivered' | 'returned' | 'delivered_after_return' | 'unused'

/** The counter after a reserved delivery has ended; use the counter of the month that reserved it. */
export function applyUsage({ reserved, delivered, returned }: Counter, outcome: UsageOutcome): Counter {
  const left = Math.max(0, reserved - 1)
  switch (outcome) {
    case 'delivered':
      return { reserved: left, delivered: delivered + 1, returned }
    case 'returned':
      return { reserved: left, delivered, returned: returned + 1 }
    case 'unused':
      return { reserved: left, delivered, returned }
    case 'delivered_after_return':
      return { reserved, delivered: delivered + 1, returned: Math.max(0, returned - 1) }
  }
}

/** The month of a counter, `2026-03`: the same moment for everybody, by UTC. */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** When the next allowance begins. */
export const nextMonthOf = (date: Date): Date => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
