// Handles requests about plans, the user's own subscription, and payments.
import type * as api from '../../../core/api/billing.ts'
import { offerPlans } from '../../../core/plans/offer.ts'
import { ownerOf } from '../../../core/plans/subscription.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Handler, UserHandler } from '../../foundation/http/route.ts'
import { readCustomerRow } from '../customers/store.ts'
import { sellablePlans } from '../plans/owners.ts'
import { changePlan, changeSubscription, toSecond } from './changes.ts'
import { readCheckout, startCheckout } from './checkouts.ts'
import { type BillingDeps, callProvider, requirePayments } from './payments.ts'
import { planChange } from './previews.ts'
import { readSubscriptionPage } from './views.ts'

export interface SubscriptionHandlers {
  plans: Handler<typeof api.listPlansApi>
  get: UserHandler<typeof api.getSubscriptionApi>
  change: UserHandler<typeof api.changeSubscriptionApi>
  preview: UserHandler<typeof api.previewChangeApi>
  changePlan: UserHandler<typeof api.changePlanApi>
  startCheckout: UserHandler<typeof api.addCheckoutApi>
  readCheckout: UserHandler<typeof api.getCheckoutApi>
  openPortal: UserHandler<typeof api.addPortalSessionApi>
}

export function subscriptionHandlers(deps: BillingDeps): SubscriptionHandlers {
  const { db, payments, currency, publicUrl, say } = deps
  return {
    plans: async () => (payments ? offerPlans(payments.provider.name, await sellablePlans(db), currency) : { provider: null, items: [] }),
    get: ({ userId }) => readSubscriptionPage(deps, ownerOf(userId)),
    change: caller => changeSubscription(deps, caller),
    async preview({ userId, body }) {
      const change = { ownerId: ownerOf(userId), choice: body, at: toSecond(deps.now()) }
      return (await planChange(deps, requirePayments(deps), change)).preview
    },
    changePlan: caller => changePlan(deps, caller),
    startCheckout: caller => startCheckout(deps, caller),
    readCheckout: caller => readCheckout(deps, caller),
    async openPortal({ userId }) {
      const { provider } = requirePayments(deps)
      if (!provider.capabilities.hostedPortal) throw new HttpError(409, 'no_portal', say('portal.notHere'))
      const customer = await readCustomerRow(db, ownerOf(userId), provider.name)
      if (!customer) throw new HttpError(409, 'nothing_bought', say('portal.none'))
      const { language } = await deps.readBuyer(userId)
      const portal = { customerRef: customer.customer_ref, returnUrl: `${publicUrl}/subscription`, language }
      return callProvider(deps, () => provider.openPortal(portal))
    },
  }
}
