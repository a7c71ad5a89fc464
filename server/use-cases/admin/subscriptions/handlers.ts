// Lists the console's handlers for subscriptions, gifts, coupons and revenue.
import { type SubscriptionActionHandlers, subscriptionActionHandlers } from './actions.ts'
import { type CouponHandlers, couponHandlers } from './coupons.ts'
import type { AdminSubscriptionDeps } from './deps.ts'
import { type SubscriptionDetailHandlers, subscriptionDetailHandlers } from './detail.ts'
import { type PlanGiftHandlers, planGiftHandlers } from './gifts.ts'
import { type SubscriptionListHandlers, subscriptionListHandlers } from './list.ts'
import { type RevenueHandlers, revenueHandlers } from './revenue.ts'
import { timelineHandler } from './timeline.ts'

export interface AdminSubscriptionHandlers {
  subscriptions: SubscriptionListHandlers &
    SubscriptionDetailHandlers &
    SubscriptionActionHandlers & { timeline: ReturnType<typeof timelineHandler> }
  planGifts: PlanGiftHandlers
  coupons: CouponHandlers
  revenue: RevenueHandlers
}

export const adminSubscriptionHandlers = (deps: AdminSubscriptionDeps): AdminSubscriptionHandlers => ({
  subscriptions: {
    ...subscriptionListHandlers(deps),
    ...subscriptionDetailHandlers(deps),
    ...subscriptionActionHandlers(deps),
    timeline: timelineHandler(deps),
  },
  planGifts: planGiftHandlers(deps),
  coupons: couponHandlers(deps),
  revenue: revenueHandlers(deps),
})
