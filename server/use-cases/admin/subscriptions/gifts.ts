// Handles plans that staff give for free: what an owner was given, a new gift, and the end of one.
import type * as api from '../../../../core/api/admin/plan-gifts.ts'
import { isGiftRunning } from '../../../../core/plans/gift.ts'
import { freePlanId, planName } from '../../../../core/plans/plans.ts'
import { ownerOf, usersOf } from '../../../../core/plans/subscription.ts'
import { endGift, type GiftRow, giveGift, listGifts } from '../../../billing/gifts/store.ts'
import { allPlans, sellablePlans } from '../../../billing/plans/owners.ts'
import { requirePayments, type StaffEntry } from '../../../billing/subscription/payments.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { type AdminSubscriptionDeps, seesMoney } from './deps.ts'

export interface PlanGiftHandlers {
  list: UserHandler<typeof api.listPlanGiftsApi>
  give: UserHandler<typeof api.givePlanApi>
  end: UserHandler<typeof api.endPlanGiftApi>
}

const mostListed = 50

export function planGiftHandlers(deps: AdminSubscriptionDeps): PlanGiftHandlers {
  const { billing, say } = deps
  const entryFor = (name: string, ownerId: string, reason: string): StaffEntry => ({
    ...{ name, resourceType: 'subscription', resourceId: ownerId, reason },
  })
  return {
    list: async ({ userId, params }) => readGifts(deps, ownerOf(params.id), await seesMoney(deps, userId)),
    async give(caller) {
      requirePayments(billing)
      const { planId, endsAt, reason } = caller.body
      const ownerId = ownerOf(caller.params.id)
      const now = billing.now()
      const end = endsAt === null ? null : new Date(endsAt)
      if (end && end <= now) throw new HttpError(422, 'gift_end_past', say('gift.endPast'))
      await requireUser(deps, ownerId)
      const plan = (await sellablePlans(billing.db)).find(({ id }) => id === planId && id !== freePlanId)
      if (!plan) throw new HttpError(422, 'plan_unknown', billing.say('plan.unknown'))
      await billing.db.transaction().execute(async tx => {
        const { gift, before } = await giveGift(tx, ownerId, { plan, endsAt: end, reason, by: caller.userId, now })
        await billing.recordStaff(tx, caller, {
          ...entryFor('subscription.plan_gift_given', ownerId, reason),
          before: before && factsOf(before),
          after: factsOf(gift),
        })
      })
      await deps.allowanceChanged(ownerId)
      return readGifts(deps, ownerId, true)
    },
    async end(caller) {
      const ownerId = ownerOf(caller.params.id)
      const { reason } = caller.body
      await billing.db.transaction().execute(async tx => {
        const ended = await endGift(tx, ownerId, caller.userId, billing.now())
        if (!ended) throw new HttpError(409, 'no_gift', say('gift.none'))
        const entry = entryFor('subscription.plan_gift_ended', ownerId, reason)
        await billing.recordStaff(tx, caller, { ...entry, before: factsOf(ended), after: null })
      })
      return readGifts(deps, ownerId, true)
    },
  }
}

async function requireUser({ billing, say }: AdminSubscriptionDeps, ownerId: string): Promise<void> {
  const [userId = ownerId] = usersOf(ownerId)
  const user = await billing.db.selectFrom('users').select('id').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!user) throw new HttpError(404, 'owner_unknown', say('owner.unknown'))
}

const factsOf = ({ id, plan_id, plan_version, ends_at }: GiftRow) => ({
  ...{ giftId: id, planId: plan_id, planVersion: plan_version, endsAt: ends_at?.toISOString() ?? null },
})

async function readGifts({ billing }: AdminSubscriptionDeps, ownerId: string, mayGive: boolean): Promise<api.GivenPlans> {
  const { db, payments } = billing
  if (!payments) return { isSelling: false, mayGive: false, items: [], plans: [] }
  const [plans, sold, rows] = [await allPlans(db), await sellablePlans(db), await listGifts(db, ownerId, mostListed)]
  const nameOf = ({ plan_id: id, plan_version: version }: GiftRow) =>
    planName(plans.find(plan => plan.id === id && plan.version === version) ?? { id, names: {} }, 'en')
  const now = billing.now()
  return {
    ...{ isSelling: true, mayGive },
    items: rows.map(row => ({
      ...{ id: row.id, planId: row.plan_id, planVersion: row.plan_version, planName: nameOf(row), reason: row.reason },
      ...{ givenAt: row.given_at.toISOString(), givenBy: row.given_by },
      ...{ endsAt: row.ends_at?.toISOString() ?? null, endedAt: row.ended_at?.toISOString() ?? null },
      isRunning: row.ended_at === null && isGiftRunning({ endsAt: row.ends_at }, now),
    })),
    plans: sold.filter(({ id }) => id !== freePlanId).map(plan => ({ id: plan.id, name: planName(plan, 'en') })),
  }
}
