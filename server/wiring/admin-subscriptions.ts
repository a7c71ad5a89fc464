// Binds the console's handlers for subscriptions to payments, and to what an owner may do.
import { listRoles } from '../account/store.ts'
import { loadWords } from '../foundation/words.ts'
import { dashboardOf } from '../use-cases/admin/subscriptions/deps.ts'
import { type AdminSubscriptionHandlers, adminSubscriptionHandlers } from '../use-cases/admin/subscriptions/handlers.ts'
import { type AppContext, listStandIns } from './app.ts'
import { type Billing, billingDeps } from './billing.ts'

export function bindAdminSubscriptions(app: AppContext, billing: Billing): AdminSubscriptionHandlers {
  const { db, config } = app
  return adminSubscriptionHandlers({
    billing: billingDeps(app, billing),
    say: loadWords().of('adminsubscriptions'),
    rolesOf: userId => listRoles(db, userId),
    allowanceChanged: billing.allowanceChanged,
    stripeDashboard: listStandIns(config).includes('stripe') ? null : dashboardOf(config.billing.stripe.secretKey.includes('_live_')),
  })
}
