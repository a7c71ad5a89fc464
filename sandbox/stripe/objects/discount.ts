// Makes coupons, promotion codes, and the discounts that they become on a subscription.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { addMonths } from '../invoicing/periods.ts'
import { timeOf, worldTime } from '../time.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { idOf } from './ref.ts'

export type CouponOrder = Pick<
  Stripe.Coupon,
  'amount_off' | 'percent_off' | 'currency' | 'duration' | 'duration_in_months' | 'max_redemptions' | 'redeem_by' | 'name' | 'metadata'
> & {
  id: string | null
  /** The products that it makes cheaper; null for all. */
  products: string[] | null
}

export function addCoupon(world: StripeWorld, { id, products, ...order }: CouponOrder): Stripe.Coupon {
  if (id !== null && world.state.coupons.has(id)) throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
  const fixed = { object: 'coupon' as const, created: worldTime(world), livemode: false, times_redeemed: 0, valid: true }
  const coupon: Stripe.Coupon = { id: id ?? newId(world, 'x', 8).slice(2), ...fixed, ...order }
  world.state.coupons.set(coupon.id, coupon)
  if (products !== null) world.state.couponProducts.set(coupon.id, products)
  emit(world, 'coupon.created', coupon)
  return coupon
}

export type PromotionOrder = Pick<Stripe.PromotionCode, 'code' | 'active' | 'expires_at' | 'max_redemptions' | 'metadata'> & {
  coupon: string
  customer: string | null
  isFirstTime: boolean
}

export function addPromotionCode(world: StripeWorld, { coupon, customer, isFirstTime, ...order }: PromotionOrder): Stripe.PromotionCode {
  if ([...world.state.promotionCodes.values()].some(one => one.active && one.code.toLowerCase() === order.code.toLowerCase()))
    throw invalidRequest('An active promotion code with this code already exists.', 'code')
  const promotion: Stripe.PromotionCode = {
    id: newId(world, 'promo'),
    object: 'promotion_code',
    created: worldTime(world),
    customer,
    customer_account: null,
    livemode: false,
    promotion: { coupon, type: 'coupon' },
    restrictions: { first_time_transaction: isFirstTime, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
    ...order,
  }
  world.state.promotionCodes.set(promotion.id, promotion)
  emit(world, 'promotion_code.created', promotion)
  return promotion
}

export const couponOf = (promotion: Stripe.PromotionCode): string => (promotion.promotion.coupon ? idOf(promotion.promotion.coupon) : '')

/** Null if the code can be used now; else what the customer reads. */
export function refusePromotion(world: StripeWorld, promotion: Stripe.PromotionCode, customer: string | null): string | null {
  const at = timeOf(world, customer)
  const isSpent = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions
  const isOver = promotion.expires_at !== null && promotion.expires_at <= at
  if (!promotion.active || isSpent || isOver) return 'This code is expired.'
  if (promotion.customer !== null && promotion.customer !== customer) return 'This code is invalid.'
  const hasPaid = [...world.state.invoices.values()].some(one => one.customer === customer && one.amount_paid > 0)
  if (promotion.restrictions.first_time_transaction && hasPaid) return 'This code is only for first-time purchases.'
  return refuseCoupon(world, couponOf(promotion), at)
}

export function refuseCoupon(world: StripeWorld, id: string, at: number): string | null {
  const coupon = world.state.coupons.get(id)
  const isSpent = coupon?.max_redemptions != null && coupon.times_redeemed >= coupon.max_redemptions
  return !coupon || isSpent || (coupon.redeem_by !== null && coupon.redeem_by <= at) ? 'This coupon is expired.' : null
}

export interface DiscountRequest {
  coupon: string
  promotionCode: string | null
}

export interface DiscountOwner {
  customer: string
  subscription: string | null
  session: string | null
}

/** Redeems the coupon. */
export function addDiscount(world: StripeWorld, request: DiscountRequest, owner: DiscountOwner): Stripe.Discount {
  const coupon = need(world.state.coupons, request.coupon, 'coupon', 'discounts[0][coupon]')
  const promotion = request.promotionCode === null ? undefined : world.state.promotionCodes.get(request.promotionCode)
  const discount = draftDiscount(world, request, owner)
  coupon.times_redeemed += 1
  coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions
  if (promotion) promotion.times_redeemed += 1
  world.state.discounts.set(discount.id, discount)
  emit(world, 'customer.discount.created', discount)
  return discount
}

/** As it would be, without redeeming the coupon. */
export function draftDiscount(world: StripeWorld, request: DiscountRequest, owner: DiscountOwner): Stripe.Discount {
  const coupon = need(world.state.coupons, request.coupon, 'coupon', 'discounts[0][coupon]')
  const start = timeOf(world, owner.customer)
  return {
    id: newId(world, 'di'),
    object: 'discount',
    checkout_session: owner.session,
    customer: owner.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: request.promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: owner.subscription,
    subscription_item: null,
  }
}

export const couponOfDiscount = (world: StripeWorld, discount: Stripe.Discount): Stripe.Coupon | undefined =>
  discount.source.coupon ? world.state.coupons.get(idOf(discount.source.coupon)) : undefined
