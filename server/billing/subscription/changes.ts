// Changes of a subscription: another plan, cancel, resume, pause. Each is confirmed by reading the customer back.
import type * as api from '../../../core/api/billing.ts'
import { ownerOf } from '../../../core/plans/subscription.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthenticatedRequest } from '../../foundation/http/route.ts'
import { readCustomerRow } from '../customers/store.ts'
import type { ChangeResult, PaymentProvider, SubscriptionRequest } from '../provider.ts'
import { endOpenCheckout } from './ending.ts'
import { endIntent, type NewIntent, openIntent } from './intents-store.ts'
import { type BillingDeps, callProvider, intentKey, type Payments, repeatsSince, requirePayments } from './payments.ts'
import { type PlannedChange, planChange } from './previews.ts'
import { currentSubscription, type SubscriptionRow } from './store.ts'
import { actionsOf, readSubscriptionPage } from './views.ts'

/** What the user agreed to is no longer offered after this time. */
const previewKeptMs = 600_000

/** Notes who asked for a change of this subscription, in the transaction of its intent. */
export type RecordChange = (row: SubscriptionRow, wanted: object) => NewIntent['record']

export async function changePlan(deps: BillingDeps, caller: AuthenticatedRequest<typeof api.changePlanApi>) {
  const ownerId = ownerOf(caller.userId)
  const { change, result, state } = await applyPlanChange(deps, ownerId, caller.body)
  const { planId, interval } = caller.body
  await deps.log(caller, {
    ...{ action: 'subscription.changed', resourceId: change.row.id },
    details: { before: planOf(change.row), after: { planId, interval }, due: change.preview.dueNow, state: result.kind },
  })
  return { state, url: result.kind === 'confirm' ? result.url : null, page: await readSubscriptionPage(deps, ownerId) }
}

type PlanOrder = Pick<
  AuthenticatedRequest<typeof api.changePlanApi>['body'],
  'planId' | 'interval' | 'planVersion' | 'prorationAt' | 'dueNow'
>

/** Only what was agreed to is charged. */
export async function applyPlanChange(deps: BillingDeps, ownerId: string, order: PlanOrder, record?: RecordChange) {
  const payments = requirePayments(deps)
  const { prorationAt, dueNow, planId, planVersion, interval } = order
  const agreed = prorationAt === null ? null : new Date(prorationAt)
  const now = deps.now()
  const isFresh = agreed !== null && Math.abs(now.getTime() - agreed.getTime()) <= previewKeptMs
  const at = isFresh ? agreed : toSecond(now)
  const change = await planChange(deps, payments, { ownerId, choice: { planId, interval }, at })
  const { preview } = change
  const isAgreed =
    preview.to.plan.version === planVersion && preview.dueNow.amount === dueNow.amount && preview.dueNow.currency === dueNow.currency
  if ((change.isImmediate && !isFresh) || !isAgreed) throw new HttpError(409, 'price_changed', deps.say('price.changed'), { preview })
  const result = await changeAtProvider(deps, payments, { change, at, record })
  await refreshOwner(deps, payments, ownerId)
  const state = result.kind === 'done' && !change.isImmediate ? ('scheduled' as const) : result.kind
  return { change, result, state }
}

/** The provider computes proration by the second. */
export const toSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000)

export const planOf = ({ plan_id, plan_version, interval, state, cancels_at }: SubscriptionRow) => ({
  ...{ planId: plan_id, planVersion: plan_version, interval, state, cancelsAt: cancels_at?.toISOString() ?? null },
})

async function changeAtProvider(
  deps: BillingDeps,
  { provider }: Payments,
  { change, at, record }: { change: PlannedChange; at: Date; record: RecordChange | undefined },
): Promise<ChangeResult> {
  const { row, offer, isImmediate, preview } = change
  const { priceRef, planId, planVersion, interval } = offer.price
  const request = { planId, planVersion, interval, priceRef, at: isImmediate ? at.toISOString() : null }
  const { subscription_ref: subscriptionRef, owner_id: ownerId } = row
  const intent = {
    ...{ provider: provider.name, kind: 'change' as const, request, now: deps.now() },
    record: record?.(row, { planId, planVersion, interval, dueNow: preview.dueNow }),
  }
  return runIntent(deps, ownerId, intent, async key => {
    if (isImmediate) return provider.changeNow({ subscriptionRef, priceRef, prorationAt: at, key })
    await provider.changeAtPeriodEnd({ subscriptionRef, priceRef, key })
    return { kind: 'done' }
  })
}

/** `cancel_now` is for staff alone. */
export type ChangeAction = 'cancel' | 'cancel_now' | 'resume' | 'pause' | 'unpause' | 'keep_plan'

export async function changeSubscription(
  deps: BillingDeps,
  caller: AuthenticatedRequest<typeof api.changeSubscriptionApi>,
): Promise<api.SubscriptionPage> {
  const ownerId = ownerOf(caller.userId)
  const { action } = caller.body
  const { before, after } = await applyAction(deps, ownerId, action)
  await deps.log(caller, {
    ...{ action: `subscription.${actionNames[action]}`, resourceId: before.id },
    details: { before: planOf(before), after: after && planOf(after) },
  })
  return readSubscriptionPage(deps, ownerId)
}

/** Returns the subscription before and after. */
export async function applyAction(deps: BillingDeps, ownerId: string, action: ChangeAction, record?: RecordChange) {
  const payments = requirePayments(deps)
  const { db, say, now } = deps
  const before = await currentSubscription(db, ownerId)
  if (!before) throw new HttpError(409, 'no_subscription', say('subscription.none'))
  const isPossible = action === 'cancel_now' || actionsOf(before, payments.provider.capabilities).includes(action)
  if (!isPossible) throw new HttpError(409, 'not_possible', say('subscription.notPossible'))
  const request = { subscriptionRef: before.subscription_ref }
  const kind = action === 'cancel_now' ? ('cancel' as const) : action
  const wanted = { ...request, ...(action === 'cancel_now' && { at: 'now' }) }
  const intent = { provider: payments.provider.name, kind, request: wanted, now: now(), record: record?.(before, { action }) }
  await runIntent(deps, ownerId, intent, key => callAction(payments.provider, before, action)({ ...request, key }))
  if (before.state === 'pending') await endOpenCheckout(deps, payments.provider, ownerId)
  await refreshOwner(deps, payments, ownerId)
  return { before, after: await currentSubscription(db, ownerId) }
}

const actionNames: Record<Exclude<ChangeAction, 'cancel_now'>, string> = {
  ...{ cancel: 'cancelled', resume: 'resumed', pause: 'paused', unpause: 'unpaused', keep_plan: 'plan_kept' },
}

/** What was never paid ends at once. */
function callAction(
  provider: PaymentProvider,
  { state }: SubscriptionRow,
  action: ChangeAction,
): (call: SubscriptionRequest) => Promise<void> {
  if (action === 'cancel_now') return provider.cancelNow
  if (action === 'cancel') return state === 'pending' ? provider.cancelNow : provider.cancelAtPeriodEnd
  if (action === 'resume') return provider.resume
  if (action === 'pause') return provider.pause
  return action === 'unpause' ? provider.unpause : provider.keepPlan
}

/** The row comes before the call. It stays open when nobody knows whether the call had an effect: a repeated one then has the same key. */
export async function runIntent<T>(
  deps: BillingDeps,
  ownerId: string,
  wanted: Omit<NewIntent, 'repeatsSince'>,
  call: (key: string) => Promise<T>,
): Promise<T> {
  const intent = await openIntent(deps.db, ownerId, { ...wanted, repeatsSince: repeatsSince(wanted.now) })
  if (!intent) throw new HttpError(409, 'not_possible', deps.say('subscription.notPossible'))
  const end = (state: 'done' | 'failed') => endIntent(deps.db, ownerId, intent.id, state, deps.now())
  try {
    const result = await callProvider(deps, () => call(intentKey(intent)))
    await end('done')
    return result
  } catch (error) {
    if (error instanceof HttpError && error.status !== 503) await end('failed')
    throw error
  }
}

const mostReadings = 5

export async function refreshOwner(deps: BillingDeps, { provider, refresh }: Payments, ownerId: string): Promise<void> {
  const customer = await readCustomerRow(deps.db, ownerId, provider.name)
  if (!customer) return
  // A reading that began later may still fail, so that only one of our own is certain.
  for (let attempt = 0; attempt < mostReadings; attempt++)
    if ((await callProvider(deps, () => refresh(customer.customer_ref))).kind !== 'overtaken') return
}
