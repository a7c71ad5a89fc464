// Cancels subscriptions at the end of the period, takes that back, and cancels them at once, with a credit if asked for.
import type Stripe from 'stripe'
import { buildInvoice } from '../invoicing/build.ts'
import { collect, finalizeInvoice, methodFor, saveDraft } from '../invoicing/collect.ts'
import { unusedLine } from '../invoicing/lines.ts'
import { pendingLines, savePending, takePending } from '../invoicing/pending.ts'
import { idOf } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { invalidRequest, missing } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changeSubscription, endSubscription, isOver, periodOf } from './state.ts'

export function refuseIfOver(subscription: Stripe.Subscription): void {
  if (isOver(subscription))
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'invalid_canceled_subscription_fields',
    )
}

export function cancelAtEnd(world: StripeWorld, subscription: Stripe.Subscription): void {
  refuseIfOver(subscription)
  changeSubscription(world, subscription, cancelAtEndChange(world, subscription))
}

export const cancelAtEndChange = (world: StripeWorld, subscription: Stripe.Subscription): Partial<Stripe.Subscription> => ({
  cancel_at_period_end: true,
  cancel_at: periodOf(subscription).end,
  canceled_at: timeOf(world, idOf(subscription.customer)),
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    ...subscription.cancellation_details,
    reason: 'cancellation_requested',
  },
})

export function keep(world: StripeWorld, subscription: Stripe.Subscription): void {
  refuseIfOver(subscription)
  changeSubscription(world, subscription, keepChange)
}

export const keepChange: Partial<Stripe.Subscription> = {
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
}

/** `isProrated`: the unused time becomes credit; `isInvoiced`: at once, on a last invoice. */
export function cancelNow(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  { isProrated, isInvoiced }: { isProrated: boolean; isInvoiced: boolean },
): void {
  if (isOver(subscription)) throw missing('subscription', subscription.id)
  const customer = idOf(subscription.customer)
  const at = timeOf(world, customer)
  const isPaidFor = subscription.status !== 'trialing' && subscription.status !== 'incomplete'
  const credits =
    isProrated && isPaidFor
      ? subscription.items.data.map(item => unusedLine(world, subscription, item, at)).filter(one => one !== null)
      : []
  if (!isInvoiced) savePending(world, subscription, credits)
  const lines = isInvoiced ? [...credits, ...pendingLines(world, subscription)] : []
  if (lines.length > 0) {
    const draft = {
      customer,
      subscription,
      lines,
      discounts: [],
      reason: 'subscription_update' as const,
      period: { start: at, end: at },
      at,
    }
    const invoice = saveDraft(world, buildInvoice(world, draft))
    takePending(world, subscription, invoice)
    finalizeInvoice(world, invoice)
    if (invoice.status === 'open') collect(world, invoice, methodFor(world, invoice), 'by_hand')
  }
  endSubscription(world, subscription, 'cancellation_requested')
}
