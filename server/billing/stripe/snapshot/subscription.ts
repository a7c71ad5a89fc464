// Turns a subscription of Stripe into ours.
import type Stripe from 'stripe'
import type { SubscriptionState } from '../../../../core/plans/subscription.ts'
import type { SubscriptionSnapshot } from '../../provider.ts'
import { itemOf } from '../changes.ts'
import { refOf, timeOf } from '../refs.ts'
import { subscriptionOf } from './invoice.ts'

/** `invoices`: those of the same customer. */
export function toSubscription(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): SubscriptionSnapshot {
  const item = itemOf(subscription)
  const state = stateOf(subscription)
  const isOver = state === 'ended'
  return {
    ref: subscription.id,
    priceRef: item.price.id,
    state,
    rawState: subscription.pause_collection ? `${subscription.status}, collection paused` : subscription.status,
    startedAt: new Date(subscription.start_date * 1000),
    currentPeriodStart: timeOf(item.current_period_start),
    currentPeriodEnd: timeOf(item.current_period_end),
    trialEndsAt: timeOf(subscription.trial_end),
    cancelsAt: isOver ? null : timeOf(subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)),
    endedAt: isOver ? timeOf(subscription.ended_at ?? subscription.canceled_at ?? item.current_period_end) : null,
    pastDueSince: timeOf(pastDueSince(subscription, state, invoices)),
    nextChange: isOver ? null : nextChangeOf(subscription.schedule, item.price.id),
  }
}

const states: Record<string, SubscriptionState> = {
  incomplete: 'pending',
  incomplete_expired: 'ended',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'suspended',
  canceled: 'ended',
  paused: 'paused',
}

/** Stripe may add states: one that we don't know is `unknown`. Where collection is paused, Stripe's own state goes on as before. */
export function stateOf({ status, pause_collection }: Pick<Stripe.Subscription, 'status' | 'pause_collection'>): SubscriptionState {
  const state = Object.hasOwn(states, status) ? (states[status] ?? 'unknown') : 'unknown'
  return pause_collection !== null && state !== 'ended' && state !== 'pending' ? 'paused' : state
}

/** When the oldest invoice was made that Stripe tried to collect and could not. */
function pastDueSince(subscription: Stripe.Subscription, state: SubscriptionState, invoices: Stripe.Invoice[]): number | null {
  if (state !== 'past_due' && state !== 'suspended' && state !== 'unknown') return null
  const unpaid = invoices.filter(
    invoice =>
      subscriptionOf(invoice) === subscription.id &&
      (invoice.status === 'open' || invoice.status === 'uncollectible') &&
      invoice.attempt_count > 0,
  )
  if (unpaid.length > 0) return Math.min(...unpaid.map(({ created }) => created))
  return state === 'unknown' ? null : itemOf(subscription).current_period_start
}

/** The plan of the schedule's next phase. */
function nextChangeOf(schedule: Stripe.Subscription['schedule'], priceRef: string): SubscriptionSnapshot['nextChange'] {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null
  const currentEnd = schedule.current_phase?.end_date ?? 0
  const next = schedule.phases.find(({ start_date }) => start_date >= currentEnd)
  const nextRef = refOf(next?.items[0]?.price)
  return next && nextRef !== null && nextRef !== priceRef ? { priceRef: nextRef, at: new Date(next.start_date * 1000) } : null
}
