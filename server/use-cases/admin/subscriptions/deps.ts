// What the console's handlers for subscriptions are given, and what a role may see.
import type { StaffRole } from '../../../../core/session/staff.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { ProviderName } from '../../../billing/provider.ts'
import type { BillingDeps } from '../../../billing/subscription/payments.ts'

export interface AdminSubscriptionDeps {
  billing: BillingDeps
  say: Translate<'adminsubscriptions'>
  rolesOf(userId: string): Promise<string[]>
  /** What an owner may do has changed: what waits may leave. */
  allowanceChanged(ownerId: string): Promise<void>
  /** Where staff find an object of Stripe; null where a stand-in takes the payments. */
  stripeDashboard: string | null
}

/** Support sees states and plans, and no amounts. */
export const moneyRoles: readonly StaffRole[] = ['admin', 'billing']

export const seesMoney = async ({ rolesOf }: Pick<AdminSubscriptionDeps, 'rolesOf'>, userId: string): Promise<boolean> =>
  (await rolesOf(userId)).some(role => moneyRoles.some(one => one === role))

export const dashboardOf = (isLive: boolean): string => `https://dashboard.stripe.com/${isLive ? '' : 'test/'}`

/** The page of an object at the provider; null where it has none. */
export function providerUrl(
  { stripeDashboard }: Pick<AdminSubscriptionDeps, 'stripeDashboard'>,
  provider: ProviderName,
  kind: 'subscriptions' | 'customers' | 'invoices',
  ref: string,
): string | null {
  return provider === 'stripe' && stripeDashboard !== null ? `${stripeDashboard}${kind}/${encodeURIComponent(ref)}` : null
}
