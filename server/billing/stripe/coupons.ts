// Coupons at Stripe: each of ours is a promotion code that people type in, and the coupon behind it.
import type Stripe from 'stripe'
import { type CouponSnapshot, type Idempotent, type NewCoupon, type ProviderCoupons, ProviderError } from '../provider.ts'
import { planOfProduct, productOf } from './catalog.ts'
import { callStripe } from './client.ts'
import { refOf, secondsOf, timeOf } from './refs.ts'

const behind = 'promotion.coupon'
const full = [behind, `${behind}.applies_to`]

export const openCoupons = (client: Stripe): ProviderCoupons => ({
  async list({ after, limit }) {
    const page = { limit, ...(after !== null && { starting_after: after }), expand: full.map(path => `data.${path}`) }
    const { data, has_more } = await callStripe(() => client.promotionCodes.list(page))
    return { coupons: data.map(toSnapshot), hasMore: has_more }
  },
  create: coupon => create(client, coupon),
  deactivate: async couponRef =>
    toSnapshot(await callStripe(() => client.promotionCodes.update(couponRef, { active: false, expand: full }))),
})

/** The coupon comes first, and can be used by nobody until its code exists. */
async function create(client: Stripe, { key, ...terms }: NewCoupon & Idempotent): Promise<CouponSnapshot> {
  return callStripe(async () => {
    const coupon = await client.coupons.create(toCoupon(terms), { idempotencyKey: `${key}:coupon` })
    const code = {
      promotion: { type: 'coupon' as const, coupon: coupon.id },
      code: terms.code,
      ...(terms.maxRedemptions !== null && { max_redemptions: terms.maxRedemptions }),
      ...(terms.expiresAt !== null && { expires_at: secondsOf(terms.expiresAt) }),
      expand: full,
    }
    return toSnapshot(await client.promotionCodes.create(code, { idempotencyKey: `${key}:code` }))
  })
}

function toCoupon({ code, percent, amount, duration, months, planIds }: NewCoupon): Stripe.CouponCreateParams {
  return {
    name: code,
    ...(percent !== null && { percent_off: percent }),
    ...(amount !== null && { amount_off: amount.amount, currency: amount.currency }),
    duration: duration === 'months' ? 'repeating' : duration,
    ...(duration === 'months' && { duration_in_months: months ?? 1 }),
    ...(planIds.length > 0 && { applies_to: { products: planIds.map(productOf) } }),
  }
}

function toSnapshot(code: Stripe.PromotionCode): CouponSnapshot {
  const { coupon } = code.promotion
  if (!coupon || typeof coupon === 'string')
    throw new ProviderError('refused', `Stripe did not send the coupon of ${refOf(coupon) ?? code.code}.`)
  const { percent_off, amount_off, currency, duration, duration_in_months, applies_to } = coupon
  return {
    ...{ ref: code.id, code: code.code, isActive: code.active && coupon.valid, redemptions: code.times_redeemed },
    percent: percent_off,
    amount: amount_off !== null && currency !== null ? { amount: amount_off, currency } : null,
    duration: duration === 'repeating' ? 'months' : duration === 'forever' ? 'forever' : 'once',
    months: duration_in_months,
    maxRedemptions: code.max_redemptions,
    expiresAt: timeOf(code.expires_at),
    planIds: (applies_to?.products ?? []).map(planOfProduct),
    createdAt: new Date(code.created * 1000),
  }
}
