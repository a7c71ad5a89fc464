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
      const { isSold, reason, ...terms } = caller.body
      const problem = findPlanProblem(terms, isSold)
      if (problem) throw new HttpError(422, 'bad_plan', say(problem))
      const { plan } = await publishPlan(db, terms, isSold, caller.userId, now(), (tx, change) =>
        deps.recordStaff(tx, caller, {
          ...{ name: 'plan.published', resourceType: 'plan', resourceId: terms.id, reason },
          before: change.before && factsOf(change.before),
          after: factsOf(change.plan),
        }),
      )
      // The plan is published in any case. Its prices follow once the provider can be reached, at the latest when somebody buys it.
      await publishPrices(db, provider, plan).catch(error => {
        if (!(error instanceof ProviderError)) throw error
      })
      return toAdminPlan(plan)
    },
  }
}

const factsOf = ({ names: _names, publishedAt: _at, ...facts }: PublishedPlan): Record<string, unknown> => facts

const toAdminPlan = ({ publishedAt, ...plan }: PublishedPlan): api.AdminPlan => ({ ...plan, publishedAt: publishedAt.toISOString() })
