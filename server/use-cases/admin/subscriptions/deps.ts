// What the console's handlers for subscriptions are given, and what a role may see.
import type { StaffRole } from '../../../../core/session/staff.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { ProviderName } from '../../../billing/provider.ts'
import type { BillingDeps } from '../../../billing/subscription/payments.ts'

export interface AdminSubscriptionDeps {
  billing: BillingDeps
  say: Translate<'adminsubscriptions'>
  rolesOf(userId: string): Promise<string[]>
  /** Called when an owner's allowance has changed, so that waiting deliveries may leave. */
  allowanceChanged(ownerId: string): Promise<void>
  /** The URL of the Stripe dashboard; null if a stand-in takes the payments. */
  stripeDashboard: string | null
}

/** Support sees states and plans, and no amounts. */
export const moneyRoles: readonly StaffRole[] = ['admin', 'billing']

export const seesMoney = async ({ rolesOf }: Pick<AdminSubscriptionDeps, 'rolesOf'>, userId: string): Promise<boolean> =>
  (await rolesOf(userId)).some(role => moneyRoles.some(one => one === role))

/** Who has the role billing alone sees nobody who never paid. */
export async function seesOnlyPayers({ rolesOf }: Pick<AdminSubscriptionDeps, 'rolesOf'>, userId: string): Promise<boolean> {
  const roles = await rolesOf(userId)
  return !roles.includes('admin') && !roles.includes('support')
}

export const dashboardOf = (isLive: boolean): string => `https://dashboard.stripe.com/${isLive ? '' : 'test/'}`

/** The URL of an object in the provider's dashboard; null if it has none. */
export function providerUrl(
  { stripeDashboard }: Pick<AdminSubscriptionDeps, 'stripeDashboard'>,
  provider: ProviderName,
  kind: 'subscriptions' | 'customers' | 'invoices',
  ref: string,
): string | null {
  return provider === 'stripe' && stripeDashboard !== null ? `${stripeDashboard}${kind}/${encodeURIComponent(ref)}` : null
}
