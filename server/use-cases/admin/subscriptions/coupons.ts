// Handles coupons: the payment provider keeps them, counts them, and applies them at its checkout.
import type * as api from '../../../../core/api/admin/coupons.ts'
import type { CouponSnapshot, ProviderCoupons } from '../../../billing/provider.ts'
import { callProvider, requirePayments } from '../../../billing/subscription/payments.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { newId } from '../../../foundation/seal.ts'
import type { AdminSubscriptionDeps } from './deps.ts'

export interface CouponHandlers {
  list: UserHandler<typeof api.listCouponsApi>
  add: UserHandler<typeof api.addCouponApi>
  deactivate: UserHandler<typeof api.deactivateCouponApi>
}

export function couponHandlers({ billing, say }: AdminSubscriptionDeps): CouponHandlers {
  const required = (): ProviderCoupons => {
    const { coupons } = requirePayments(billing).provider
    if (!coupons) throw new HttpError(409, 'no_coupons', say('coupons.unsupported'))
    return coupons
  }
  return {
    async list({ query }) {
      const coupons = billing.payments?.provider.coupons
      if (!coupons) return { items: [], next: null, isSupported: false }
      const page = await callProvider(billing, () => coupons.list({ after: query.cursor ?? null, limit: query.limit }))
      const last = page.coupons.at(-1)
      return { items: page.coupons.map(toCoupon), next: page.hasMore && last ? last.ref : null, isSupported: true }
    },
    async add(caller) {
      const { reason, expiresAt, ...terms } = caller.body
      const coupons = required()
      const now = billing.now()
      const end = expiresAt === null ? null : new Date(expiresAt)
      if (end && end <= now) throw new HttpError(422, 'coupon_end_past', say('coupons.endPast'))
      const key = `coupon:${newId(now)}`
      const coupon = await callProvider(billing, () => coupons.create({ ...terms, expiresAt: end, key }))
      await billing.recordStaff(billing.db, caller, {
        ...{ name: 'coupon.created', resourceType: 'coupon', resourceId: coupon.ref, reason },
        after: { ...toCoupon(coupon) },
      })
      return toCoupon(coupon)
    },
    async deactivate(caller) {
      const { ref } = caller.params
      const coupon = await callProvider(billing, () => required().deactivate(ref))
      await billing.recordStaff(billing.db, caller, {
        ...{ name: 'coupon.deactivated', resourceType: 'coupon', resourceId: ref, reason: caller.body.reason },
        ...{ before: { isActive: true }, after: { isActive: coupon.isActive, redemptions: coupon.redemptions } },
      })
      return toCoupon(coupon)
    },
  }
}

const toCoupon = ({ expiresAt, createdAt, ...coupon }: CouponSnapshot): api.Coupon => ({
  ...coupon,
  expiresAt: expiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
