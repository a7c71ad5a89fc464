// Works out what a change of a subscription would charge and make of it, without changing anything: previews and changes share it.
import type Stripe from 'stripe'
import { type DraftLine, periodLines, remainingLine, trialLines, unusedLine } from '../invoicing/lines.ts'
import { addInterval, type Period } from '../invoicing/periods.ts'
import { idOf } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { invalidRequest } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changedItems, hasSameInterval, type ItemChange } from './items.ts'
import { periodOf } from './state.ts'

export interface ChangeOrder {
  items: ItemChange[]
  prorationBehavior: 'create_prorations' | 'always_invoice' | 'none'
  prorationDate: number | null
  /** Null leaves the trial as it is. */
  trialEnd: 'now' | number | null
  resetsAnchor: boolean
}

export interface PlannedChange {
  items: Stripe.SubscriptionItem[]
  period: Period
  anchor: number
  /** Null leaves it as it is. */
  trialEnd: number | null
  status: Stripe.Subscription.Status
  lines: DraftLine[]
  /** Whether the lines are charged now; else with the next invoice. */
  isInvoicedNow: boolean
}

export function planChange(world: StripeWorld, subscription: Stripe.Subscription, order: ChangeOrder): PlannedChange {
  const at = timeOf(world, idOf(subscription.customer))
  const items = changedItems(world, subscription, order.items)
  const period = periodOf(subscription)
  const date = order.prorationDate ?? at
  if (date < period.start || date > period.end)
    throw invalidRequest('The subscription `proration_date` must be within the current period.', 'proration_date')
  const isTrial = subscription.status === 'trialing'
  const base = { items, anchor: subscription.billing_cycle_anchor, trialEnd: null, status: subscription.status }
  if (typeof order.trialEnd === 'number') return longerTrial(subscription, base, order.trialEnd, at)
  if (isTrial && order.trialEnd !== 'now' && !order.resetsAnchor) {
    // An invoice about nothing, as for the start of the trial.
    const isInvoicedNow = order.prorationBehavior === 'always_invoice'
    const added = items.filter(item => !subscription.items.data.some(one => isSame(one, item)))
    return { ...base, period, lines: isInvoicedNow ? trialLines(world, added, { start: date, end: period.end }) : [], isInvoicedNow }
  }
  const recurring = items[0]?.price.recurring
  const isNewInterval = !hasSameInterval(subscription.items.data[0]?.price, items[0]?.price)
  const resets = order.resetsAnchor || isNewInterval || isTrial
  const credits = order.prorationBehavior === 'none' || isTrial ? [] : creditLines(world, subscription, resets ? [] : items, date)
  if (!resets || !recurring) {
    const debits = order.prorationBehavior === 'none' ? [] : debitLines(world, subscription, items, period, date)
    return { ...base, period, lines: [...credits, ...debits], isInvoicedNow: order.prorationBehavior === 'always_invoice' }
  }
  const newPeriod = { start: at, end: addInterval(at, recurring) }
  return {
    ...base,
    anchor: at,
    period: newPeriod,
    trialEnd: isTrial ? at : null,
    status: isTrial ? 'active' : subscription.status,
    lines: [...credits, ...periodLines(world, items, newPeriod, isTrial ? null : period, idOf(subscription.customer))],
    isInvoicedNow: true,
  }
}

// Items that stay as they are get no lines.
function creditLines(world: StripeWorld, subscription: Stripe.Subscription, kept: Stripe.SubscriptionItem[], at: number): DraftLine[] {
  return subscription.items.data
    .filter(item => !kept.some(one => isSame(one, item)))
    .map(item => unusedLine(world, subscription, item, at))
    .filter(line => line !== null)
}

function debitLines(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  period: Period,
  at: number,
): DraftLine[] {
  return items
    .filter(item => !subscription.items.data.some(one => isSame(one, item)))
    .map(item => remainingLine(world, subscription, item, period, at))
    .filter(line => line !== null)
}

const isSame = (a: Stripe.SubscriptionItem, b: Stripe.SubscriptionItem): boolean =>
  a.id === b.id && a.price.id === b.price.id && (a.quantity ?? 1) === (b.quantity ?? 1)

function longerTrial(subscription: Stripe.Subscription, base: Pick<PlannedChange, 'items'>, trialEnd: number, at: number): PlannedChange {
  if (trialEnd <= at) throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  const start = subscription.status === 'trialing' ? periodOf(subscription).start : at
  return { ...base, anchor: trialEnd, period: { start, end: trialEnd }, trialEnd, status: 'trialing', lines: [], isInvoicedNow: false }
}
