// Changes what a subscription is for: applied at once, or, by payment behavior, only when its invoice is paid.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { buildInvoice } from '../invoicing/build.ts'
import { collect, finalizeInvoice, methodFor, saveDraft, voidInvoice } from '../invoicing/collect.ts'
import { activeDiscounts, useUpDiscounts } from '../invoicing/discounts.ts'
import { pendingLines, savePending, takePending } from '../invoicing/pending.ts'
import { idOf } from '../objects/ref.ts'
import { type ChargeOutcome, foresee } from '../payments/charge.ts'
import { daySeconds, timeOf } from '../time.ts'
import { cardFailure, StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { setItems } from './items.ts'
import { type ChangeOrder, type PlannedChange, planChange } from './plan-change.ts'
import { changeSubscription, notesOf } from './state.ts'

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

export interface Changed {
  /** Null if nothing is charged now. */
  invoice: Stripe.Invoice | null
  outcome: ChargeOutcome | null
}

/** `more`: other fields that change with it, in the same event. */
export function changeItems(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  order: ChangeOrder,
  behavior: PaymentBehavior,
  more: Partial<Stripe.Subscription> = {},
): Changed {
  const plan = planChange(world, subscription, order)
  const lines = plan.isInvoicedNow ? [...plan.lines, ...pendingLines(world, subscription)] : []
  if (lines.length === 0) {
    savePending(world, subscription, plan.lines)
    apply(world, subscription, plan, more)
    return { invoice: null, outcome: null }
  }
  const invoice = changeInvoice(world, subscription, plan, order)
  const foreseen = foreseePayment(world, subscription, invoice)
  if (behavior === 'error_if_incomplete') refuse(foreseen)
  takePending(world, subscription, invoice)
  saveDraft(world, invoice)
  if (behavior === 'pending_if_incomplete' && foreseen.kind !== 'succeeded') waitForPayment(world, subscription, plan, invoice)
  else {
    apply(world, subscription, plan, { ...more, latest_invoice: invoice.id })
    useUpDiscounts(world, subscription, invoice.created)
  }
  finalizeInvoice(world, invoice)
  if (invoice.status === 'paid') return { invoice, outcome: null }
  if (behavior === 'default_incomplete') {
    changeSubscription(world, subscription, { status: 'past_due' })
    return { invoice, outcome: null }
  }
  return { invoice, outcome: collect(world, invoice, methodFor(world, invoice), 'scheduled') }
}

/** The same for a preview and for the invoice itself. */
export function changeInvoice(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  plan: PlannedChange,
  order: ChangeOrder,
  isPreview = false,
): Stripe.Invoice {
  const customer = idOf(subscription.customer)
  const at = timeOf(world, customer)
  return buildInvoice(world, {
    customer,
    subscription,
    lines: [...plan.lines, ...pendingLines(world, subscription)],
    discounts: activeDiscounts(world, subscription, at),
    reason: 'subscription_update',
    period: { start: at, end: at },
    at,
    ...(order.prorationDate !== null && { prorationDate: order.prorationDate }),
    isPreview,
  })
}

function foreseePayment(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): ChargeOutcome | { kind: 'missing' } {
  if (invoice.amount_due === 0) return { kind: 'succeeded' }
  const method = methodFor(world, invoice)
  return method === null ? { kind: 'missing' } : foresee(world, method, false)
}

function refuse(foreseen: ReturnType<typeof foreseePayment>): void {
  if (foreseen.kind === 'declined') throw cardFailure(foreseen.decline)
  if (foreseen.kind === 'succeeded') return
  const isMissing = foreseen.kind === 'missing'
  throw new StripeFailure(isMissing ? 400 : 402, {
    type: isMissing ? 'invalid_request_error' : 'card_error',
    code: isMissing ? 'resource_missing' : 'subscription_payment_intent_requires_action',
    message: isMissing
      ? 'This customer has no attached payment source or default payment method.'
      : 'Payment for this subscription requires additional user action before it can be completed successfully.',
  })
}

function apply(world: StripeWorld, subscription: Stripe.Subscription, plan: PlannedChange, more: Partial<Stripe.Subscription>): void {
  const { items } = subscription
  setItems(subscription, plan.items, plan.period)
  const next = subscription.items
  subscription.items = items
  changeSubscription(world, subscription, {
    items: next,
    ...(plan.anchor !== subscription.billing_cycle_anchor && { billing_cycle_anchor: plan.anchor }),
    ...(plan.trialEnd !== null && { trial_end: plan.trialEnd }),
    ...(plan.status !== subscription.status && { status: plan.status }),
    ...more,
  })
}

function waitForPayment(world: StripeWorld, subscription: Stripe.Subscription, plan: PlannedChange, invoice: Stripe.Invoice): void {
  const at = timeOf(world, idOf(subscription.customer))
  notesOf(world, subscription).pendingInvoice = invoice.id
  changeSubscription(world, subscription, {
    latest_invoice: invoice.id,
    pending_update: {
      billing_cycle_anchor: plan.anchor === subscription.billing_cycle_anchor ? null : plan.anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: at + Math.floor((23 / 24) * daySeconds),
      metadata: null,
      subscription_items: plan.items,
      trial_end: plan.trialEnd,
      trial_from_plan: null,
    },
  })
}

/** The payment never came: the subscription stays as it was. */
export function expirePendingUpdate(world: StripeWorld, subscription: Stripe.Subscription): void {
  const notes = notesOf(world, subscription)
  const invoice = world.state.invoices.get(notes.pendingInvoice ?? '')
  notes.pendingInvoice = null
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  subscription.pending_update = null
  emit(world, 'customer.subscription.pending_update_expired', subscription)
}
