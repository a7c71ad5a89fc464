// Routes of coupons and promotion codes.
import { z } from 'zod/mini'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { mergeMetadata } from '../objects/customer.ts'
import { addCoupon, addPromotionCode, couponOf, type DiscountRequest, refuseCoupon, refusePromotion } from '../objects/discount.ts'
import { timeOf } from '../time.ts'
import type { Api } from '../wire/api.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, decimal, emptyable, expandable, int, metadata, optional, paging, range, text } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'

/** As subscriptions and checkouts take them. */
export const discountsShape = z.array(z.strictObject({ coupon: optional(text), promotion_code: optional(text), discount: optional(text) }))

/** Checks that each can be used; a discount that exists already is kept as it is. */
export function readDiscounts(world: StripeWorld, given: z.output<typeof discountsShape>, customer: string | null): DiscountRequest[] {
  return given.map((one, index) => {
    const promotion =
      one.promotion_code === undefined
        ? null
        : need(world.state.promotionCodes, one.promotion_code, 'promotion code', `discounts[${index}][promotion_code]`)
    const coupon = promotion ? couponOf(promotion) : (one.coupon ?? '')
    need(world.state.coupons, coupon, 'coupon', `discounts[${index}][coupon]`)
    const problem = promotion ? refusePromotion(world, promotion, customer) : refuseCoupon(world, coupon, timeOf(world, customer))
    if (problem !== null) throw invalidRequest(problem, `discounts[${index}]`, 'coupon_expired')
    return { coupon, promotionCode: promotion?.id ?? null }
  })
}

export function discountRoutes(api: Api, world: StripeWorld): void {
  couponRoutes(api, world)
  const { promotionCodes, coupons } = world.state
  const fields = { active: optional(bool), metadata: optional(emptyable(metadata)), ...expandable }
  const restrictions = z.strictObject({
    first_time_transaction: optional(bool),
    minimum_amount: optional(int),
    minimum_amount_currency: optional(text),
  })
  const create = z.strictObject({
    ...fields,
    promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
    code: optional(text),
    customer: optional(text),
    expires_at: optional(int),
    max_redemptions: optional(int),
    restrictions: optional(restrictions),
  })
  api.post('promotion_codes', create, params =>
    addPromotionCode(world, {
      coupon: need(coupons, params.promotion.coupon, 'coupon', 'promotion[coupon]').id,
      code: params.code ?? newId(world, 'x', 8).slice(2).toUpperCase(),
      active: params.active ?? true,
      customer: params.customer ?? null,
      expires_at: params.expires_at ?? null,
      max_redemptions: params.max_redemptions ?? null,
      metadata: params.metadata ?? {},
      isFirstTime: params.restrictions?.first_time_transaction ?? false,
    }),
  )
  api.get('promotion_codes/:id', z.strictObject(expandable), (_params, id) => need(promotionCodes, id, 'promotion code'))
  api.post('promotion_codes/:id', z.strictObject(fields), (params, id) => {
    const promotion = need(promotionCodes, id, 'promotion code')
    promotion.active = params.active ?? promotion.active
    if (params.metadata !== undefined) promotion.metadata = mergeMetadata(promotion.metadata, params.metadata)
    emit(world, 'promotion_code.updated', promotion)
    return promotion
  })
  const list = z.strictObject({
    ...paging,
    active: optional(bool),
    code: optional(text),
    coupon: optional(text),
    customer: optional(text),
    created: optional(range),
  })
  api.get('promotion_codes', list, ({ active, code, coupon, customer, created, ...page }) => {
    const found = [...promotionCodes.values()].filter(
      one =>
        (active ?? one.active) === one.active &&
        (code ?? one.code).toLowerCase() === one.code.toLowerCase() &&
        (coupon ?? couponOf(one)) === couponOf(one) &&
        (customer ?? one.customer) === one.customer &&
        isWithin(one.created, created),
    )
    return pageOf(found, page, '/v1/promotion_codes')
  })
}

function couponRoutes(api: Api, world: StripeWorld): void {
  const { coupons } = world.state
  const create = z.strictObject({
    amount_off: optional(int),
    applies_to: optional(z.strictObject({ products: z.array(text) })),
    currency: optional(text),
    duration: optional(z.enum(['forever', 'once', 'repeating'])),
    duration_in_months: optional(int),
    id: optional(text),
    max_redemptions: optional(int),
    metadata: optional(emptyable(metadata)),
    name: optional(text),
    percent_off: optional(decimal),
    redeem_by: optional(int),
    ...expandable,
  })
  api.post('coupons', create, params => {
    if ((params.amount_off === undefined) === (params.percent_off === undefined))
      throw invalidRequest('Must provide exactly one of `percent_off` or `amount_off`.')
    if (params.amount_off !== undefined && params.currency === undefined)
      throw invalidRequest('You must pass currency when passing amount_off.', 'currency', 'parameter_missing')
    if (params.duration === 'repeating' && params.duration_in_months === undefined)
      throw invalidRequest('You must specify duration_in_months when duration is repeating.', 'duration_in_months', 'parameter_missing')
    if (params.percent_off !== undefined && (params.percent_off <= 0 || params.percent_off > 100))
      throw invalidRequest('Invalid percent_off; must be greater than 0 and at most 100.', 'percent_off')
    for (const [index, id] of (params.applies_to?.products ?? []).entries())
      need(world.state.products, id, 'product', `applies_to[products][${index}]`)
    return addCoupon(world, {
      id: params.id ?? null,
      amount_off: params.amount_off ?? null,
      percent_off: params.percent_off ?? null,
      currency: params.currency ?? null,
      duration: params.duration ?? 'once',
      duration_in_months: params.duration_in_months ?? null,
      max_redemptions: params.max_redemptions ?? null,
      redeem_by: params.redeem_by ?? null,
      name: params.name ?? null,
      metadata: params.metadata ?? {},
      products: params.applies_to?.products ?? null,
    })
  })
  api.get('coupons/:id', z.strictObject(expandable), (_params, id) => need(coupons, id, 'coupon'))
  api.post(
    'coupons/:id',
    z.strictObject({ name: optional(text), metadata: optional(emptyable(metadata)), ...expandable }),
    (params, id) => {
      const coupon = need(coupons, id, 'coupon')
      coupon.name = params.name ?? coupon.name
      if (params.metadata !== undefined) coupon.metadata = mergeMetadata(coupon.metadata, params.metadata)
      emit(world, 'coupon.updated', coupon)
      return coupon
    },
  )
  api.delete('coupons/:id', z.strictObject({}), (_params, id) => {
    const coupon = need(coupons, id, 'coupon')
    // What was redeemed before keeps its discount.
    coupon.valid = false
    coupon.max_redemptions = coupon.times_redeemed
    emit(world, 'coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  })
  api.get('coupons', z.strictObject({ ...paging, created: optional(range) }), ({ created, ...page }) =>
    pageOf(
      [...coupons.values()].filter(one => isWithin(one.created, created)),
      page,
      '/v1/coupons',
    ),
  )
}
