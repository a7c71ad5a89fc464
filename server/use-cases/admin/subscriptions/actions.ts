// Handles staff changes to a subscription: its plan, trial and end. Each is logged with its reason before the provider is asked.
import type * as api from '../../../../core/api/admin/subscriptions.ts'
import { ownerOf } from '../../../../core/plans/subscription.ts'
import { applyAction, applyPlanChange, planOf, type RecordChange, toSecond } from '../../../billing/subscription/changes.ts'
import { type LoggedRequest, requirePayments, type StaffEntry } from '../../../billing/subscription/payments.ts'
import { planChange } from '../../../billing/subscription/previews.ts'
import { currentSubscription } from '../../../billing/subscription/store.ts'
import { extendTrial } from '../../../billing/subscription/trials.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import type { AdminSubscriptionDeps } from './deps.ts'

export interface SubscriptionActionHandlers {
  preview: UserHandler<typeof api.previewStaffChangeApi>
  changePlan: UserHandler<typeof api.changeOwnerPlanApi>
  runAction: UserHandler<typeof api.runSubscriptionActionApi>
  extendTrial: UserHandler<typeof api.extendTrialApi>
}

const names: Record<api.StaffSubscriptionAction, string> = {
  ...{ cancel: 'subscription.canceled', cancel_now: 'subscription.canceled_now', resume: 'subscription.resumed' },
  ...{ keep_plan: 'subscription.plan_kept', pause: 'subscription.paused', unpause: 'subscription.unpaused' },
}

export function subscriptionActionHandlers({ billing }: AdminSubscriptionDeps): SubscriptionActionHandlers {
  /** Runs in the transaction that stores the request, so that the provider is never asked without a log entry. */
  const recording =
    (caller: LoggedRequest, name: string, reason: string): RecordChange =>
    (row, wanted) =>
    (tx, intentId) => {
      const entry: StaffEntry = { name, resourceType: 'subscription', resourceId: row.owner_id, reason }
      return billing.recordStaff(tx, caller, { ...entry, before: planOf(row), after: { ...wanted, intentId } })
    }
  return {
    async preview({ params, body }) {
      const change = { ownerId: ownerOf(params.id), choice: body, at: toSecond(billing.now()) }
      return (await planChange(billing, requirePayments(billing), change)).preview
    },
    async changePlan(caller) {
      const { reason, ...order } = caller.body
      const record = recording(caller, 'subscription.plan_changed', reason)
      const { state, result } = await applyPlanChange(billing, ownerOf(caller.params.id), order, record)
      return { state, url: result.kind === 'confirm' ? result.url : null }
    },
    async runAction(caller) {
      const { action, reason } = caller.body
      const { after } = await applyAction(billing, ownerOf(caller.params.id), action, recording(caller, names[action], reason))
      return { state: after?.state ?? null }
    },
    async extendTrial(caller) {
      const ownerId = ownerOf(caller.params.id)
      const { until, reason } = caller.body
      await extendTrial(billing, ownerId, new Date(until), recording(caller, 'subscription.trial_extended', reason))
      const row = await currentSubscription(billing.db, ownerId)
      return { trialEndsAt: row?.trial_ends_at?.toISOString() ?? null }
    },
  }
}
