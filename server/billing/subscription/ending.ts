// Ends what an owner pays for before their account is deleted, so that nobody is charged after they have left.
import { ownerOf } from '../../../core/plans/subscription.ts'
import { readCustomerRow } from '../customers/store.ts'
import { type PaymentProvider, ProviderError } from '../provider.ts'
import { endIntent, openCheckoutIntent } from './intents-store.ts'
import { type BillingDeps, callProvider } from './payments.ts'
import { livingSubscriptions } from './store.ts'

/** Throws when the provider can't be reached: the account is then not deleted yet. */
export async function endSubscriptions(deps: Pick<BillingDeps, 'db' | 'payments' | 'say' | 'now'>, userId: string): Promise<void> {
  const { db, payments } = deps
  if (!payments) return
  const { provider } = payments
  const ownerId = ownerOf(userId)
  const customer = (await endOpenCheckout(deps, provider, ownerId)) && (await readCustomerRow(db, ownerId, provider.name))
  if (customer) await callProvider(deps, () => payments.refresh(customer.customer_ref))
  for (const { subscription_ref: subscriptionRef, provider: soldBy } of await livingSubscriptions(db, ownerId))
    if (soldBy === provider.name)
      await callProvider(
        deps,
        ignoringMissing(() => provider.cancelNow({ subscriptionRef, key: `leave:${ownerId}:${subscriptionRef}` })),
      )
}

/** Nobody can pay it any more. False when none was open. */
export async function endOpenCheckout(
  deps: Pick<BillingDeps, 'db' | 'say' | 'now'>,
  provider: Pick<PaymentProvider, 'expireCheckout'>,
  ownerId: string,
): Promise<boolean> {
  const open = await openCheckoutIntent(deps.db, ownerId)
  if (!open) return false
  const { id, checkout_ref: checkoutRef } = open
  if (checkoutRef !== null)
    await callProvider(
      deps,
      ignoringRefusal(() => provider.expireCheckout(checkoutRef)),
    )
  await endIntent(deps.db, ownerId, id, 'expired', deps.now())
  return true
}

/** A checkout that was just completed is a subscription, which is ended next. */
const ignoringRefusal = (call: () => Promise<void>) => () => call().catch(error => throwUnless(error, ['refused', 'missing']))

const ignoringMissing = (call: () => Promise<void>) => () => call().catch(error => throwUnless(error, ['missing']))

function throwUnless(error: unknown, kinds: ProviderError['kind'][]): void {
  if (!(error instanceof ProviderError) || !kinds.includes(error.kind)) throw error
}
