// Previews invoices: of a change of a subscription, of its next renewal, and of a new subscription.
import type Stripe from 'stripe'
import { buildInvoice } from '../invoicing/build.ts'
import { activeDiscounts } from '../invoicing/discounts.ts'
import { periodLines } from '../invoicing/lines.ts'
import { addInterval, periodAround } from '../invoicing/periods.ts'
import { draftDiscount } from '../objects/discount.ts'
import { idOf } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changeInvoice } from './change.ts'
import { checkIntervals, priceFor } from './items.ts'
import { type ChangeOrder, planChange } from './plan-change.ts'
import { renewalInvoice } from './renew.ts'
import { nextPhase, phaseItems, scheduleOf } from './schedule.ts'
import { isOver, periodOf } from './state.ts'

/** The invoice of the next renewal, at the prices that will be charged then; null if there will be none. */
export function upcomingInvoice(world: StripeWorld, subscription: Stripe.Subscription): Stripe.Invoice | null {
  if (isOver(subscription) || subscription.cancel_at_period_end || subscription.status === 'paused') return null
  const previous = periodOf(subscription)
  const schedule = scheduleOf(world, subscription)
  const phase = schedule?.current_phase?.end_date === previous.end ? nextPhase(schedule) : null
  if (schedule?.current_phase?.end_date === previous.end && !phase && schedule.end_behavior === 'cancel') return null
  const items = phase ? phaseItems(world, subscription, phase) : subscription.items.data
  const [old, next] = [subscription.items.data[0]?.price.recurring, items[0]?.price.recurring]
  if (!next) return null
  const isSameInterval = old?.interval === next.interval && old.interval_count === next.interval_count
  const period = periodAround(isSameInterval ? subscription.billing_cycle_anchor : previous.end, previous.end, next)
  return renewalInvoice(world, subscription, { period, previous, items, isPreview: true })
}

/** The invoice that the same change would make now; without one, the next renewal with the change's prorations. */
export function previewChange(world: StripeWorld, subscription: Stripe.Subscription, order: ChangeOrder): Stripe.Invoice {
  const plan = planChange(world, subscription, order)
  if (plan.isInvoicedNow) return changeInvoice(world, subscription, plan, order, true)
  const recurring = plan.items[0]?.price.recurring
  if (!recurring) throw nothingUpcoming(subscription)
  const customer = idOf(subscription.customer)
  const next = periodAround(plan.anchor, plan.period.end, recurring)
  const renewal = renewalInvoice(world, subscription, { period: next, previous: plan.period, items: plan.items, isPreview: true })
  if (plan.lines.length === 0) return renewal
  return buildInvoice(world, {
    customer,
    subscription,
    lines: [...plan.lines, ...periodLines(world, plan.items, next, plan.period, customer)],
    discounts: activeDiscounts(world, subscription, next.start),
    reason: 'upcoming',
    period: { start: plan.period.start, end: plan.period.end },
    at: next.start,
    ...(order.prorationDate !== null && { prorationDate: order.prorationDate }),
    isPreview: true,
  })
}

export interface NewPreview {
  customer: string
  items: { price: string; quantity: number }[]
  coupons: string[]
}

/** The first invoice of a subscription that does not exist yet. */
export function previewNew(world: StripeWorld, { customer, items, coupons }: NewPreview): Stripe.Invoice {
  const at = timeOf(world, customer)
  const prices = items.map(item => priceFor(world, item.price, 'subscription_details[items][0][price]'))
  checkIntervals(prices)
  const recurring = prices[0]?.recurring ?? { interval: 'month', interval_count: 1 }
  const period = { start: at, end: addInterval(at, recurring) }
  const states = items.flatMap((item, index) => {
    const price = prices[index]
    return price ? [{ id: `si_preview_${index}`, price, quantity: item.quantity }] : []
  })
  return buildInvoice(world, {
    customer,
    subscription: null,
    lines: periodLines(world, states, period, null, customer),
    discounts: coupons.map(coupon =>
      draftDiscount(world, { coupon, promotionCode: null }, { customer, subscription: null, session: null }),
    ),
    reason: 'upcoming',
    period: { start: at, end: at },
    at,
    isPreview: true,
  })
}

export const nothingUpcoming = (subscription: Stripe.Subscription) =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${idOf(subscription.customer)}`,
  })
