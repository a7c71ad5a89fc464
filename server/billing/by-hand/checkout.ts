// Subscribing by invoice: a subscription that begins when its first invoice is paid, or a trial that needs none yet.
import { periodEnd } from '../../../core/plans/periods.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { CheckoutRequest, CheckoutSnapshot, StartedCheckout } from '../provider.ts'
import { ProviderError } from '../provider.ts'
import { addSubscription, lockCustomer, lockSubscription, readSubscription, subscriptionsOf } from './owners.ts'
import { fullLine, type HandDeps, issueInvoice, priceOf, voidSubscription, withSubscription } from './subscription.ts'

const dayMs = 86_400_000

const subscriptionRefOf = (checkoutRef: string): string => `hsub_${checkoutRef}`

/** Nobody pays on a page: the return page says how to pay, and waits. */
export async function startHandCheckout(deps: HandDeps, checkout: CheckoutRequest): Promise<StartedCheckout> {
  const { customerRef, priceRef, trialDays, checkoutId, returnUrl } = checkout
  const now = deps.now()
  const price = await priceOf(deps.db, priceRef)
  const ref = subscriptionRefOf(checkoutId)
  await deps.db.transaction().execute(async tx => {
    await lockCustomer(tx, customerRef)
    await refuseAnother(tx, { customerRef, ref, now })
    const trialEndsAt = trialDays > 0 ? new Date(now.getTime() + trialDays * dayMs) : null
    const isNew = await addSubscription(tx, {
      ...{ subscription_ref: ref, customer_ref: customerRef, price_ref: priceRef, started_at: now },
      ...(trialEndsAt
        ? { state: 'trialing', trial_ends_at: trialEndsAt, current_period_start: now, current_period_end: trialEndsAt }
        : { state: 'pending' }),
    })
    const row = isNew && !trialEndsAt ? await lockSubscription(tx, ref) : null
    if (!row) return
    const period = { periodStart: now, periodEnd: periodEnd(now, price.interval) }
    await issueInvoice(tx, deps, row, { reason: ref, price, lines: [fullLine(price, null, null)], ...period, issuedAt: now })
  })
  return { checkoutRef: checkoutId, url: returnUrl, expiresAt: new Date(now.getTime() + deps.dueDays * dayMs) }
}

/** Each order that is not paid leaves an invoice in the books. */
const ordersPerDay = 10

/** Two requests that come at once begin one subscription, and try one plan. */
async function refuseAnother(tx: Tx, { customerRef, ref, now }: { customerRef: string; ref: string; now: Date }): Promise<void> {
  const all = await subscriptionsOf(tx, customerRef)
  if (all.some(row => row.subscription_ref === ref)) return
  if (all.some(({ state }) => state !== 'ended' && state !== 'pending'))
    throw new ProviderError('refused', 'There is a subscription already.')
  if (all.filter(({ started_at }) => started_at.getTime() > now.getTime() - dayMs).length >= ordersPerDay)
    throw new ProviderError('refused', 'There were many orders today. Order again tomorrow.')
}

export async function readHandCheckout({ db }: HandDeps, checkoutRef: string): Promise<CheckoutSnapshot> {
  const row = await readSubscription(db, subscriptionRefOf(checkoutRef))
  if (!row) throw new ProviderError('missing', `There is no checkout ${checkoutRef}.`)
  const isExpired = row.state === 'ended' && row.current_period_start === null
  return { state: isExpired ? 'expired' : 'complete', isDeclined: false, subscriptionRef: isExpired ? null : row.subscription_ref }
}

export const expireHandCheckout = (deps: HandDeps, checkoutRef: string): Promise<void> =>
  withSubscription(deps, subscriptionRefOf(checkoutRef), async (tx, row) => {
    if (row.state === 'ended' && row.current_period_start === null) return
    if (row.state !== 'pending') throw new ProviderError('refused', 'This subscription has begun.')
    await voidSubscription(tx, row, deps.now())
  })
