// Computes what is charged: full periods of subscription items, their trial, their usage, and prorations to the second.
import type Stripe from 'stripe'
import { idOf } from '../objects/ref.ts'
import type { StripeWorld } from '../world.ts'
import { discountedAmount } from './discounts.ts'
import type { Period } from './periods.ts'
import { usageOf } from './usage.ts'

/** A line before discounts and tax. */
export interface DraftLine {
  description: string
  amount: number
  price: Stripe.Price
  quantity: number
  period: Period
  subscriptionItem: string | null
  /** The pending invoice item that it comes from. */
  invoiceItem: string | null
  isProration: boolean
  /** Prorations already include the discounts of the item. */
  isDiscountable: boolean
}

export type ItemState = Pick<Stripe.SubscriptionItem, 'id' | 'price' | 'quantity'>

const isMetered = (price: Stripe.Price): boolean => price.recurring?.usage_type === 'metered'

/** The lines of a whole period; metered prices are charged for the period that ended. */
export function periodLines(
  world: StripeWorld,
  items: ItemState[],
  period: Period,
  previous: Period | null,
  customer: string,
): DraftLine[] {
  return items.flatMap(item => {
    const { price, quantity = 1 } = item
    if (!isMetered(price)) return [lineOf(world, item, period, quantity, `${quantity} × ${productName(world, price)}`)]
    if (!previous) return []
    const usage = usageOf(world, price, customer, previous)
    return [lineOf(world, item, previous, usage, `${usage} × ${productName(world, price)}`)]
  })
}

export const trialLines = (world: StripeWorld, items: ItemState[], period: Period): DraftLine[] =>
  items
    .filter(({ price }) => !isMetered(price))
    .map(item => ({
      ...lineOf(world, item, period, item.quantity ?? 1, `Trial period for ${productName(world, item.price)}`),
      amount: 0,
    }))

function lineOf(world: StripeWorld, item: ItemState, period: Period, quantity: number, description: string): DraftLine {
  const amount = (item.price.unit_amount ?? 0) * quantity
  const suffix = item.price.recurring ? ` (at ${priceText(item.price)})` : ''
  return {
    description: description + suffix,
    amount,
    price: item.price,
    quantity,
    period,
    subscriptionItem: item.id,
    invoiceItem: null,
    isProration: false,
    isDiscountable: true,
  }
}

/** The credit for the rest of the period of what was charged for this item, at the amount that was charged after discounts. */
export function unusedLine(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  at: number,
): DraftLine | null {
  const period = { start: item.current_period_start, end: item.current_period_end }
  const charged = lastCharge(world, subscription, item, at) ?? {
    net: discountedAmount(world, subscription, item.price, item.quantity),
    period,
  }
  if (isMetered(item.price) || at >= charged.period.end) return null
  return proration(world, item, { start: at, end: charged.period.end }, -part(charged.net, charged.period, at), 'Unused time on')
}

/** The charge for the rest of the period at the new price. */
export function remainingLine(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  item: ItemState,
  period: Period,
  at: number,
): DraftLine | null {
  if (isMetered(item.price) || at >= period.end) return null
  const full = discountedAmount(world, subscription, item.price, item.quantity)
  return proration(world, item, { start: at, end: period.end }, part(full, period, at), 'Remaining time on')
}

/** By seconds, rounded half away from zero. */
function part(amount: number, period: Period, at: number): number {
  const share = (Math.abs(amount) * (period.end - at)) / (period.end - period.start)
  return Math.sign(amount) * Math.floor(share + 0.5)
}

function proration(world: StripeWorld, item: ItemState, period: Period, amount: number, words: string): DraftLine {
  const day = new Date(period.start * 1000).toISOString().slice(0, 10)
  const quantity = item.quantity ?? 1
  const counted = quantity === 1 ? '' : `${quantity} × `
  const line = lineOf(world, item, period, quantity, '')
  return {
    ...line,
    description: `${words} ${counted}${productName(world, item.price)} after ${day}`,
    amount: amount === 0 ? 0 : amount,
    isProration: true,
    isDiscountable: false,
  }
}

interface Charged {
  net: number
  period: Period
}

// The newest line that charged this item at its price for a time around `at`.
function lastCharge(world: StripeWorld, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, at: number): Charged | null {
  const pending = [...world.state.invoiceItems.values()].filter(
    one =>
      one.invoice === null &&
      one.parent?.subscription_details?.subscription_item === item.id &&
      one.pricing?.price_details?.price === item.price.id &&
      isAround(one.period, at),
  )
  const waiting = pending.findLast(one => one.amount >= 0)
  if (waiting) return { net: waiting.amount, period: waiting.period }
  const lines = [...world.state.invoices.values()]
    .filter(one => one.status !== 'void' && one.parent?.subscription_details?.subscription === subscription.id)
    .flatMap(one => one.lines.data)
    .filter(line => isChargeFor(line, item, at))
  const line = lines.at(-1)
  if (!line) return null
  const discount = (line.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)
  return { net: line.amount - discount, period: line.period }
}

function isChargeFor(line: Stripe.InvoiceLineItem, item: Stripe.SubscriptionItem, at: number): boolean {
  const details = line.parent?.subscription_item_details
  const price = line.pricing?.price_details?.price
  return details?.subscription_item === item.id && price === item.price.id && line.amount >= 0 && isAround(line.period, at)
}

const isAround = (period: Period, at: number): boolean => period.start <= at && at < period.end

export function productName(world: StripeWorld, price: Stripe.Price): string {
  return world.state.products.get(idOf(price.product))?.name ?? price.nickname ?? price.id
}

function priceText(price: Stripe.Price): string {
  const amount = (price.unit_amount ?? 0) / 100
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  return `${amount.toFixed(2)} ${price.currency.toUpperCase()} / ${count === 1 ? interval : `every ${count} ${interval}s`}`
}
