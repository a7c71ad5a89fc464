// Applies coupons to the lines of an invoice: percentages line by line, fixed amounts from the first line on.
import type Stripe from 'stripe'
import { couponOfDiscount } from '../objects/discount.ts'
import { idOf } from '../objects/ref.ts'
import type { StripeWorld } from '../world.ts'

export interface LineDiscount {
  discount: string
  amount: number
}

/** The discounts of each line, in the order of the lines. */
export function applyDiscounts(
  world: StripeWorld,
  lines: { amount: number; isDiscountable: boolean; price: Stripe.Price }[],
  discounts: Stripe.Discount[],
): LineDiscount[][] {
  const rest = lines.map(line => (line.isDiscountable ? Math.max(0, line.amount) : 0))
  const result: LineDiscount[][] = lines.map(() => [])
  for (const discount of discounts) {
    const coupon = couponOfDiscount(world, discount)
    let amountLeft = coupon?.amount_off ?? 0
    for (const [index, amount] of rest.entries()) {
      if (coupon && !isFor(world, coupon.id, lines[index]?.price)) continue
      const off = coupon?.percent_off == null ? Math.min(amount, amountLeft) : Math.floor((amount * coupon.percent_off) / 100 + 0.5)
      amountLeft -= off
      rest[index] = amount - off
      if (off > 0) result[index]?.push({ discount: discount.id, amount: off })
    }
  }
  return result
}

/** Some coupons are for some products only. */
export function isFor(world: StripeWorld, couponId: string, price: Stripe.Price | undefined): boolean {
  const products = world.state.couponProducts.get(couponId)
  return !products || (price !== undefined && products.includes(idOf(price.product)))
}

/** Those of the subscription that still count at this time. */
export function activeDiscounts(world: StripeWorld, subscription: Stripe.Subscription, at: number): Stripe.Discount[] {
  return subscription.discounts
    .map(one => world.state.discounts.get(idOf(one)))
    .filter(one => one !== undefined)
    .filter(one => one.end === null || one.end > at)
}

/** What an amount comes to with the discounts that the subscription has in this period. */
export function discountedAmount(world: StripeWorld, subscription: Stripe.Subscription, price: Stripe.Price, quantity = 1): number {
  const amount = (price.unit_amount ?? 0) * quantity
  const start = subscription.items.data[0]?.current_period_start ?? 0
  const [line] = applyDiscounts(world, [{ amount, isDiscountable: true, price }], activeDiscounts(world, subscription, start))
  return amount - (line ?? []).reduce((sum, one) => sum + one.amount, 0)
}

/** A coupon for one invoice is used up, and one for some months ends. */
export function useUpDiscounts(world: StripeWorld, subscription: Stripe.Subscription, at: number): void {
  subscription.discounts = subscription.discounts.filter(one => {
    const discount = world.state.discounts.get(idOf(one))
    const coupon = discount && couponOfDiscount(world, discount)
    return discount && coupon?.duration !== 'once' && (discount.end === null || discount.end > at)
  })
}
