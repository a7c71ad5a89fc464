// Creates subscriptions with their first invoice: paid at once, or incomplete until it is paid.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { buildInvoice } from '../invoicing/build.ts'
import { type Attempt, collect, finalizeInvoice, methodFor, saveDraft } from '../invoicing/collect.ts'
import { activeDiscounts, useUpDiscounts } from '../invoicing/discounts.ts'
import { periodLines, trialLines } from '../invoicing/lines.ts'
import { addInterval } from '../invoicing/periods.ts'
import { addDiscount, type DiscountRequest } from '../objects/discount.ts'
import { type ChargeOutcome, foresee } from '../payments/charge.ts'
import { testClockOf, timeOf } from '../time.ts'
import { cardFailure, StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { checkIntervals, makeItem, priceFor, setItems } from './items.ts'
import { notesOf } from './state.ts'

export interface SubscriptionOrder {
  customer: string
  items: { price: string; quantity: number; metadata: Record<string, string> }[]
  trialEnd: number | null
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  metadata: Record<string, string>
  discounts: DiscountRequest[]
  defaultPaymentMethod: string | null
  paymentBehavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
  isTaxAutomatic: boolean
  taxRates: Stripe.TaxRate[]
  description: string | null
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  session: string | null
}

export interface Subscribed {
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  /** Null: nothing was charged yet. */
  outcome: ChargeOutcome | null
}

/** `attempt`: `confirmed` if the holder of the card has just confirmed this payment. */
export function subscribe(world: StripeWorld, order: SubscriptionOrder, attempt: Attempt = 'scheduled'): Subscribed {
  const prices = order.items.map((item, index) => priceFor(world, item.price, `items[${index}][price]`))
  checkIntervals(prices)
  if (order.paymentBehavior === 'error_if_incomplete' && order.trialEnd === null) refuseUnpayable(world, order)
  const subscription = makeSubscription(world, order, prices)
  world.state.subscriptions.set(subscription.id, subscription)
  notesOf(world, subscription)
  subscription.discounts = order.discounts.map(
    one => addDiscount(world, one, { customer: order.customer, subscription: subscription.id, session: order.session }).id,
  )
  const invoice = firstInvoice(world, subscription, order)
  subscription.latest_invoice = invoice.id
  emit(world, 'customer.subscription.created', subscription)
  saveDraft(world, invoice)
  if (order.trialEnd === null) useUpDiscounts(world, subscription, invoice.created)
  finalizeInvoice(world, invoice)
  const isDue = invoice.amount_due > 0 && order.paymentBehavior !== 'default_incomplete'
  const outcome = isDue ? collect(world, invoice, methodFor(world, invoice), attempt) : null
  return { subscription, invoice, outcome }
}

function refuseUnpayable(world: StripeWorld, order: SubscriptionOrder): void {
  const customer = world.state.customers.get(order.customer)
  const fallback = customer?.invoice_settings.default_payment_method
  const method = order.defaultPaymentMethod ?? (typeof fallback === 'string' ? fallback : null)
  if (method === null)
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'This customer has no attached payment source or default payment method.',
    })
  const outcome = foresee(world, method, false)
  if (outcome.kind === 'declined') throw cardFailure(outcome.decline)
  if (outcome.kind === 'confirm')
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
    })
}

function firstInvoice(world: StripeWorld, subscription: Stripe.Subscription, order: SubscriptionOrder): Stripe.Invoice {
  const [item] = subscription.items.data
  const period = { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
  const at = subscription.created
  const lines =
    order.trialEnd === null
      ? periodLines(world, subscription.items.data, period, null, order.customer)
      : trialLines(world, subscription.items.data, period)
  return buildInvoice(world, {
    customer: order.customer,
    subscription,
    lines,
    // A coupon for one invoice is not used up by a trial, which is free anyway.
    discounts: order.trialEnd === null ? activeDiscounts(world, subscription, at) : [],
    reason: 'subscription_create',
    period: { start: at, end: at },
    at,
  })
}

function makeSubscription(world: StripeWorld, order: SubscriptionOrder, prices: Stripe.Price[]): Stripe.Subscription {
  const id = newId(world, 'sub')
  const at = timeOf(world, order.customer)
  const recurring = prices[0]?.recurring ?? { interval: 'month', interval_count: 1 }
  const anchor = order.trialEnd ?? at
  const period = { start: at, end: order.trialEnd ?? addInterval(at, recurring) }
  const items = order.items.flatMap((item, index) => {
    const price = prices[index]
    return price ? [makeItem(world, id, { price, quantity: item.quantity, metadata: item.metadata, at }, period)] : []
  })
  const subscription: Stripe.Subscription = {
    ...emptySubscription(),
    id,
    automatic_tax: { disabled_reason: null, enabled: order.isTaxAutomatic, liability: order.isTaxAutomatic ? { type: 'self' } : null },
    billing_cycle_anchor: anchor,
    cancel_at: order.cancelAt ?? (order.cancelAtPeriodEnd ? period.end : null),
    cancel_at_period_end: order.cancelAtPeriodEnd,
    canceled_at: order.cancelAtPeriodEnd || order.cancelAt !== null ? at : null,
    created: at,
    currency: prices[0]?.currency ?? 'usd',
    customer: order.customer,
    default_payment_method: order.defaultPaymentMethod,
    default_tax_rates: order.taxRates,
    description: order.description,
    items: { object: 'list', data: [], has_more: false, url: '' },
    metadata: order.metadata,
    start_date: at,
    status: order.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: testClockOf(world, order.customer),
    trial_end: order.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: order.missingPaymentMethod } },
    trial_start: order.trialEnd === null ? null : at,
  }
  setItems(subscription, items, period)
  return subscription
}

const emptySubscription = () => ({
  object: 'subscription' as const,
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  discounts: [],
  ended_at: null,
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
})
