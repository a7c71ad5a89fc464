// Renews subscriptions at the end of their period: the next period begins, its invoice is made, finalized and collected.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { buildInvoice } from '../invoicing/build.ts'
import { collect, finalizeInvoice, markUncollectible, methodFor, saveDraft, subscriptionOf, voidInvoice } from '../invoicing/collect.ts'
import { activeDiscounts, useUpDiscounts } from '../invoicing/discounts.ts'
import { periodLines } from '../invoicing/lines.ts'
import { pendingLines, takePending } from '../invoicing/pending.ts'
import { addInterval, type Period, periodAround } from '../invoicing/periods.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { invalidRequest } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { setItems } from './items.ts'
import { changeSubscription, endSubscription, isOver, periodOf } from './state.ts'

export function renew(world: StripeWorld, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) return endSubscription(world, subscription, 'cancellation_requested')
  if (subscription.status === 'trialing' && !endTrial(world, subscription)) return
  const previous = periodOf(subscription)
  const recurring = subscription.items.data[0]?.price.recurring
  if (!recurring) return
  startPeriod(world, subscription, periodAround(subscription.billing_cycle_anchor, previous.end, recurring), previous)
}

/** False if the subscription does not go on: it ended, or is paused until the customer adds a card. */
function endTrial(world: StripeWorld, subscription: Stripe.Subscription): boolean {
  const customer = world.state.customers.get(idOf(subscription.customer))
  const method = idOrNull(subscription.default_payment_method) ?? idOrNull(customer?.invoice_settings.default_payment_method)
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  if (method !== null || behavior === 'create_invoice') return true
  if (behavior === 'cancel') {
    endSubscription(world, subscription, 'cancellation_requested')
    return false
  }
  changeSubscription(world, subscription, { status: 'paused' })
  emit(world, 'customer.subscription.paused', subscription)
  return false
}

function startPeriod(world: StripeWorld, subscription: Stripe.Subscription, period: Period, previous: Period): void {
  const status = subscription.status === 'trialing' || subscription.status === 'paused' ? 'active' : subscription.status
  const items = subscription.items
  setItems(subscription, items.data, period)
  const next = subscription.items
  const invoice = renewalInvoice(world, subscription, { period, previous })
  takePending(world, subscription, invoice)
  if (subscription.status === 'unpaid') invoice.auto_advance = false
  else invoice.automatically_finalizes_at = invoice.created + world.settings.draftSeconds
  saveDraft(world, invoice)
  useUpDiscounts(world, subscription, period.start)
  subscription.items = items
  changeSubscription(world, subscription, { items: next, latest_invoice: invoice.id, ...(status !== subscription.status && { status }) })
  if (world.settings.draftSeconds === 0 && invoice.auto_advance) advanceDraft(world, invoice)
}

/** The same for a preview and for the invoice itself. */
export function renewalInvoice(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  {
    period,
    previous,
    items,
    isPreview = false,
  }: { period: Period; previous: Period; items?: Stripe.SubscriptionItem[]; isPreview?: boolean },
): Stripe.Invoice {
  const customer = idOf(subscription.customer)
  const usedIn = subscription.trial_end === previous.end ? null : previous
  return buildInvoice(world, {
    customer,
    subscription,
    lines: [...pendingLines(world, subscription), ...periodLines(world, items ?? subscription.items.data, period, usedIn, customer)],
    discounts: activeDiscounts(world, subscription, period.start),
    reason: isPreview ? 'upcoming' : 'subscription_cycle',
    period: { start: previous.start, end: previous.end },
    at: isPreview ? period.start : timeOf(world, customer),
    isPreview,
  })
}

/** A renewal's draft is finalized and charged; while collection is paused, what the pause says is done instead. */
export function advanceDraft(world: StripeWorld, invoice: Stripe.Invoice): void {
  const subscription = world.state.subscriptions.get(subscriptionOf(invoice) ?? '')
  const pause = subscription?.pause_collection?.behavior
  if (pause === 'keep_as_draft') {
    Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null })
    return
  }
  if (pause === 'void') return voidInvoice(world, invoice)
  if (pause === 'mark_uncollectible') return markUncollectible(world, invoice)
  finalizeInvoice(world, invoice)
  if (invoice.status === 'open') collect(world, invoice, methodFor(world, invoice), 'scheduled')
}

/** Starts a paused subscription again; it stays paused until the invoice is paid. */
export function resume(world: StripeWorld, subscription: Stripe.Subscription, resetsAnchor: boolean): void {
  if (subscription.status !== 'paused') throw invalidRequest('The subscription is not paused and cannot be resumed.')
  const recurring = subscription.items.data[0]?.price.recurring
  const at = timeOf(world, idOf(subscription.customer))
  if (!recurring || isOver(subscription)) return
  if (resetsAnchor) subscription.billing_cycle_anchor = at
  const period = resetsAnchor
    ? { start: at, end: addInterval(at, recurring) }
    : periodAround(subscription.billing_cycle_anchor, at, recurring)
  const invoice = renewalInvoice(world, subscription, { period, previous: { start: at, end: at } })
  saveDraft(world, invoice)
  setItems(subscription, subscription.items.data, period)
  subscription.latest_invoice = invoice.id
  finalizeInvoice(world, invoice)
  if (invoice.status === 'open') collect(world, invoice, methodFor(world, invoice), 'by_hand')
}
