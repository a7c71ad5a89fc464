// Makes the items of subscriptions, works out what a change makes of them, and applies changes that waited for their payment.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { type Period, periodAround } from '../invoicing/periods.ts'
import { planOf } from '../objects/catalog.ts'
import { idOf } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { invalidRequest } from '../wire/failure.ts'
import { listOf } from '../wire/list.ts'
import type { StripeWorld } from '../world.ts'
import { notesOf, periodOf } from './state.ts'

export interface ItemChange {
  id: string | null
  price: string | null
  quantity: number | null
  deleted: boolean
  metadata: Record<string, string> | null
}

export function makeItem(
  world: StripeWorld,
  subscription: string,
  { price, quantity, metadata, at }: { price: Stripe.Price; quantity: number; metadata: Record<string, string>; at: number },
  period: Period,
): Stripe.SubscriptionItem {
  return {
    id: newId(world, 'si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    ...(price.recurring?.usage_type !== 'metered' && { quantity }),
    subscription,
    tax_rates: [],
  }
}

/** Returns the price if it can be subscribed to. */
export function priceFor(world: StripeWorld, id: string, param = 'items[0][price]'): Stripe.Price {
  const price = world.state.prices.get(id)
  if (!price) throw invalidRequest(`No such price: '${id}'`, param, 'resource_missing')
  if (!price.active) throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param)
  if (!price.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    )
  return price
}

export function checkIntervals(prices: Stripe.Price[]): void {
  const kinds = new Set(prices.map(price => `${price.recurring?.interval_count} ${price.recurring?.interval}`))
  if (kinds.size > 1) throw invalidRequest('This stand-in bills all items of a subscription in the same interval.', 'items')
  if (new Set(prices.map(price => price.currency)).size > 1) throw invalidRequest('All prices must have the same currency.', 'items')
}

/** The items after the change, as copies: nothing is changed yet. New items get the subscription's period. */
export function changedItems(world: StripeWorld, subscription: Stripe.Subscription, changes: ItemChange[]): Stripe.SubscriptionItem[] {
  const items = subscription.items.data.map(item => ({ ...item }))
  for (const change of changes) {
    if (change.id === null) {
      const price = priceFor(world, change.price ?? '')
      const at = timeOf(world, idOf(subscription.customer))
      const fields = { price, quantity: change.quantity ?? 1, metadata: change.metadata ?? {}, at }
      items.push(makeItem(world, subscription.id, fields, periodOf(subscription)))
      continue
    }
    const index = items.findIndex(item => item.id === change.id)
    const item = items[index]
    if (!item) throw invalidRequest(`No such subscription_item: '${change.id}'`, 'items[0][id]', 'resource_missing')
    if (change.deleted) items.splice(index, 1)
    else items[index] = withChange(world, item, change)
  }
  if (items.length === 0) throw invalidRequest('A subscription must have at least one active plan.', 'items')
  checkIntervals(items.map(item => item.price))
  return items
}

function withChange(world: StripeWorld, item: Stripe.SubscriptionItem, change: ItemChange): Stripe.SubscriptionItem {
  const price = change.price === null || change.price === item.price.id ? item.price : priceFor(world, change.price)
  return {
    ...item,
    price,
    plan: planOf(price),
    ...(change.quantity !== null && { quantity: change.quantity }),
    ...(change.metadata && { metadata: change.metadata }),
  }
}

export function hasSameInterval(a: Stripe.Price | undefined, b: Stripe.Price | undefined): boolean {
  return a?.recurring?.interval === b?.recurring?.interval && a?.recurring?.interval_count === b?.recurring?.interval_count
}

/** Puts items on a subscription, in the period that its anchor gives them at this time. */
export function setItems(subscription: Stripe.Subscription, items: Stripe.SubscriptionItem[], period: Period): void {
  const dated = items.map(item => ({ ...item, current_period_start: period.start, current_period_end: period.end }))
  subscription.items = listOf(dated, `/v1/subscription_items?subscription=${subscription.id}`)
}

/** Called when the invoice of a pending update is paid. */
export function applyPendingUpdate(world: StripeWorld, subscription: Stripe.Subscription): void {
  const update = subscription.pending_update
  notesOf(world, subscription).pendingInvoice = null
  if (!update) return
  const previous = { items: subscription.items, pending_update: update, billing_cycle_anchor: subscription.billing_cycle_anchor }
  const items = update.subscription_items ?? subscription.items.data
  const recurring = items[0]?.price.recurring
  const at = timeOf(world, idOf(subscription.customer))
  if (update.billing_cycle_anchor !== null) subscription.billing_cycle_anchor = update.billing_cycle_anchor
  if (update.trial_end !== null) subscription.trial_end = update.trial_end
  if (recurring) setItems(subscription, items, periodAround(subscription.billing_cycle_anchor, at, recurring))
  subscription.pending_update = null
  emit(world, 'customer.subscription.pending_update_applied', subscription)
  emit(world, 'customer.subscription.updated', subscription, previous)
}
