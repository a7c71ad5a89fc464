// Changes subscriptions and ends them, each time with the event that says what changed.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import type { StripeWorld } from '../world.ts'

export function changeSubscription(world: StripeWorld, subscription: Stripe.Subscription, change: Partial<Stripe.Subscription>): void {
  const previous = Object.fromEntries(Object.keys(change).map(name => [name, Reflect.get(subscription, name)]))
  Object.assign(subscription, change)
  emit(world, 'customer.subscription.updated', subscription, previous)
}

export type EndReason = 'cancellation_requested' | 'payment_failed' | 'payment_disputed'

export const isOver = (subscription: Stripe.Subscription): boolean =>
  subscription.status === 'canceled' || subscription.status === 'incomplete_expired'

/** At once. What is unpaid stays open, but is not collected any more. */
export function endSubscription(world: StripeWorld, subscription: Stripe.Subscription, reason: EndReason): void {
  if (isOver(subscription)) return
  const at = timeOf(world, idOf(subscription.customer))
  stopCollecting(world, subscription)
  const schedule = world.state.schedules.get(idOrNull(subscription.schedule) ?? '')
  if (schedule) {
    Object.assign(schedule, { status: 'canceled', canceled_at: at, current_phase: null })
    emit(world, 'subscription_schedule.canceled', schedule)
  }
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? at,
    ended_at: at,
    cancel_at_period_end: false,
    pending_update: null,
    schedule: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, ...subscription.cancellation_details, reason },
  })
  emit(world, 'customer.subscription.deleted', subscription)
}

/** The first payment never came: after 23 hours the subscription is over. */
export function expireIncomplete(world: StripeWorld, subscription: Stripe.Subscription): void {
  stopCollecting(world, subscription)
  changeSubscription(world, subscription, { status: 'incomplete_expired', ended_at: timeOf(world, idOf(subscription.customer)) })
}

function stopCollecting(world: StripeWorld, subscription: Stripe.Subscription): void {
  for (const invoice of world.state.invoices.values()) {
    if (invoice.parent?.subscription_details?.subscription !== subscription.id) continue
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null })
  }
}

export const notesOf = (world: StripeWorld, subscription: Stripe.Subscription) => {
  const notes = world.state.subscriptionNotes.get(subscription.id) ?? {
    trialWillEndSentFor: null,
    upcomingSentFor: null,
    pendingInvoice: null,
  }
  world.state.subscriptionNotes.set(subscription.id, notes)
  return notes
}

export const periodOf = (subscription: Stripe.Subscription): { start: number; end: number } => {
  const item = subscription.items.data[0]
  return { start: item?.current_period_start ?? subscription.created, end: item?.current_period_end ?? subscription.created }
}
