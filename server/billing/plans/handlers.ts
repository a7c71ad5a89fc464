// Handles administrators' requests about plans: every version, and new ones.
import type * as api from '../../../core/api/billing.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { ProviderError } from '../provider.ts'
import { type BillingDeps, requirePayments } from '../subscription/payments.ts'
import { allPlans, type PublishedPlan, publishPlan } from './owners.ts'
import { findPlanProblem, publishPrices } from './publish.ts'

export interface PlanHandlers {
  list: UserHandler<typeof api.listAdminPlansApi>
  publish: UserHandler<typeof api.publishPlanApi>
}

export function planHandlers(deps: BillingDeps): PlanHandlers {
  const { db, now, say } = deps
  return {
    list: async () => ({ items: (await allPlans(db)).map(toAdminPlan) }),
    async publish(caller) {
      const { provider } = requirePayments(deps)
      const { isSold, ...terms } = caller.body
      const problem = findPlanProblem(terms, isSold)
      if (problem) throw new HttpError(422, 'bad_plan', say(problem))
      const { before, plan } = await publishPlan(db, terms, isSold, caller.userId, now())
      await deps.log(caller, { action: 'plan.published', resourceId: null, details: { before, after: plan } })
      // The plan is published in any case. Its prices follow once the provider can be reached, at the latest when somebody buys it.
      await publishPrices(db, provider, plan).catch(error => {
        if (!(error instanceof ProviderError)) throw error
      })
      return toAdminPlan(plan)
    },
  }
}

const toAdminPlan = ({ publishedAt, ...plan }: PublishedPlan): api.AdminPlan => ({ ...plan, publishedAt: publishedAt.toISOString() })
