// The API of the console for coupons: codes that make a checkout cheaper. The payment provider keeps them.
import { z } from 'zod/mini'
import { Money } from '../../plans/money.ts'
import { PageQuery, pageOf, shape, Time } from '../shape.ts'
import { ActionBody, Reason } from './action.ts'

const terms = {
  percent: z.nullable(z.number().check(z.gt(0), z.maximum(100))),
  amount: z.nullable(z.extend(Money, { amount: z.int().check(z.minimum(1), z.maximum(99_999_999)) })),
  duration: z.enum(['once', 'months', 'forever']),
  months: z.nullable(z.int().check(z.minimum(1), z.maximum(36))),
  maxRedemptions: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  expiresAt: z.nullable(Time),
  /** Empty for all plans. */
  planIds: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
}

export const Coupon = z.object({
  ref: z.string(),
  code: z.string(),
  ...terms,
  isActive: z.boolean(),
  redemptions: z.number(),
  createdAt: Time,
})
export type Coupon = z.infer<typeof Coupon>

/** A percentage or an amount; `months` for that duration alone. */
export const NewCouponBody = z
  .object({
    code: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{3,30}$/, 'Enter a code of 3 to 30 letters, digits, and dashes.')),
    ...terms,
    reason: Reason,
  })
  .check(
    z.refine(coupon => (coupon.percent === null) !== (coupon.amount === null), 'Enter either a percentage or an amount.'),
    z.refine(coupon => (coupon.duration === 'months') === (coupon.months !== null), 'Enter the number of months, only for that duration.'),
  )
export type NewCouponBody = z.infer<typeof NewCouponBody>

const ByRef = z.object({ ref: z.string().check(z.regex(/^[\w-]{1,100}$/)) })
/** `isSupported` is false where the provider has no coupons. */
export const listCouponsApi = shape({
  query: PageQuery,
  status: 200,
  answer: z.extend(pageOf(Coupon), { isSupported: z.boolean() }),
})
export const addCouponApi = shape({ body: NewCouponBody, status: 201, answer: Coupon })
export const deactivateCouponApi = shape({ params: ByRef, body: ActionBody, status: 200, answer: Coupon })
