// Computes what a change of plan does before the user agrees to it: exactly what the provider will charge.
import type { ChangePreview, PlanChoice } from '../../../core/api/billing.ts'
import { kindOfChange } from '../../../core/plans/proration.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { pricesByRef } from '../plans/prices-owners.ts'
import type { InvoicePreview, ProviderName } from '../provider.ts'
import { findOffer, type Offer } from './offers.ts'
import { type BillingDeps, callProvider, type Payments } from './payments.ts'
import { currentSubscription, type SubscriptionRow } from './store.ts'
import { actionsOf, readBoughtPlan, toMoney } from './views.ts'

export interface PlannedChange {
  row: SubscriptionRow
  offer: Offer
  /** It takes effect now; otherwise at the end of the period. */
  isImmediate: boolean
  preview: ChangePreview
}

/** `at` is the second that proration is computed for. During a trial every change is immediate and free. */
export async function planChange(
  deps: BillingDeps,
  payments: Payments,
  { ownerId, choice, at }: { ownerId: string; choice: PlanChoice; at: Date },
): Promise<PlannedChange> {
  const { db, say } = deps
  const row = await currentSubscription(db, ownerId)
  if (!row) throw new HttpError(409, 'no_subscription', say('subscription.none'))
  if (!actionsOf(row, payments.provider.capabilities).includes('change'))
    throw new HttpError(409, 'not_possible', say('subscription.notPossible'))
  const offer = await findOffer(deps, payments, choice, row.currency)
  const { price } = offer
  if (row.plan_id === price.planId && row.plan_version === price.planVersion && row.interval === price.interval)
    throw new HttpError(409, 'same_plan', say('subscription.same'))
  const kind = kindOfChange({ planId: row.plan_id, interval: row.interval, amount: row.amount }, price)
  const isImmediate = kind === 'upgrade' || row.state === 'trialing'
  const common = {
    kind,
    from: { plan: await readBoughtPlan(db, row.plan_id, row.plan_version), interval: row.interval, price: toMoney(row) },
    to: { plan: offer.plan, interval: price.interval, price: toMoney(price) },
  }
  if (isImmediate) {
    const request = { subscriptionRef: row.subscription_ref, priceRef: price.priceRef, prorationAt: at }
    const invoice = await callProvider(deps, () => payments.provider.previewChange(request))
    return { row, offer, isImmediate, preview: { ...common, ...(await toPreview(db, payments.provider.name, invoice, at)) } }
  }
  const end = row.current_period_end
  if (!end) throw new HttpError(409, 'not_possible', say('subscription.notPossible'))
  const nothing = { amount: 0, currency: row.currency }
  const later = { at: end.toISOString(), prorationAt: null, lines: [], dueNow: nothing }
  return { row, offer, isImmediate, preview: { ...common, ...later, next: { at: end.toISOString(), amount: toMoney(price) } } }
}

type ComputedPreview = Pick<ChangePreview, 'at' | 'prorationAt' | 'lines' | 'dueNow' | 'next'>

async function toPreview(
  db: Db,
  provider: ProviderName,
  { lines, currency, due, next }: InvoicePreview,
  at: Date,
): Promise<ComputedPreview> {
  const refs = lines.flatMap(line => (line.priceRef ? [line.priceRef] : []))
  const prices = await pricesByRef(db, provider, refs)
  const shown: ChangePreview['lines'] = []
  for (const { kind, priceRef, from, to, amount } of lines) {
    const price = priceRef ? prices.get(priceRef) : undefined
    const plan = price ? await readBoughtPlan(db, price.planId, price.planVersion) : null
    shown.push({ kind, plan, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, amount: { amount, currency } })
  }
  return {
    ...{ at: at.toISOString(), prorationAt: at.toISOString(), lines: shown, dueNow: { amount: due, currency } },
    next: { at: next.at.toISOString(), amount: { amount: next.amount, currency } },
  }
}
