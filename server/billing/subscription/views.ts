// Shows a subscription as the API does, and which actions it allows now.
import type * as api from '../../../core/api/billing.ts'
import { findPrice, freePlanId, type Plan, selfHosted } from '../../../core/plans/plans.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { readRunningGift } from '../gifts/store.ts'
import { planVersion, sellablePlans } from '../plans/owners.ts'
import type { ProviderCapabilities } from '../provider.ts'
import type { BillingDeps } from './payments.ts'
import { currentSubscription, hasTriedOrPaid, type SubscriptionRow } from './store.ts'

export async function readSubscriptionPage(deps: BillingDeps, ownerId: string): Promise<api.SubscriptionPage> {
  const { db, payments } = deps
  const [allowance, usage] = [await deps.readAllowance(ownerId), await deps.readUsage(ownerId)]
  if (!payments) return { provider: null, plan: selfHosted, subscription: null, allowance, usage, mayTry: false, gift: null }
  const { provider, howToPay } = payments
  const row = await currentSubscription(db, ownerId)
  const subscription = row && (await toSubscriptionView(db, row, { allowance, capabilities: provider.capabilities }))
  const gift = await readRunningGift(db, ownerId, deps.now())
  return {
    provider: provider.name,
    plan: await planThatApplies(db, allowance.source, { bought: subscription?.plan, given: gift?.plan }),
    ...{ subscription, allowance, usage },
    gift: gift && { plan: gift.plan, endsAt: gift.endsAt?.toISOString() ?? null },
    mayTry: await mayTry(deps, ownerId),
    ...(howToPay && { howToPay }),
  }
}

async function planThatApplies(
  db: Db,
  source: api.AllowanceView['source'],
  { bought, given }: { bought: Plan | undefined; given: Plan | undefined },
): Promise<Plan> {
  const plan = source === 'gift' ? given : source === 'bought' ? bought : undefined
  return plan ?? readFreePlan(db)
}

/** A trial is for owners who have never had a subscription. */
export async function mayTry({ db, payments }: Pick<BillingDeps, 'db' | 'payments'>, ownerId: string): Promise<boolean> {
  return payments !== null && payments.provider.capabilities.trial && !(await hasTriedOrPaid(db, ownerId))
}

/** A server on which no plans exist yet limits nobody. */
const readFreePlan = async (db: Db): Promise<Plan> => (await sellablePlans(db)).find(plan => plan.id === freePlanId) ?? selfHosted

interface ViewDeps {
  allowance: api.AllowanceView
  capabilities: ProviderCapabilities
}

async function toSubscriptionView(db: Db, row: SubscriptionRow, { allowance, capabilities }: ViewDeps): Promise<api.SubscriptionView> {
  return {
    id: row.id,
    plan: await readBoughtPlan(db, row.plan_id, row.plan_version),
    interval: row.interval,
    price: { amount: row.amount, currency: row.currency },
    state: row.state,
    startedAt: row.started_at.toISOString(),
    periodEndsAt: row.current_period_end?.toISOString() ?? null,
    trialEndsAt: row.trial_ends_at?.toISOString() ?? null,
    cancelsAt: row.cancels_at?.toISOString() ?? null,
    graceEndsAt: allowance.reason === 'payment_failed' ? allowance.until : null,
    nextChange: await readNextChange(db, row),
    actions: actionsOf(row, capabilities),
  }
}

async function readNextChange(db: Db, row: SubscriptionRow): Promise<api.SubscriptionView['nextChange']> {
  if (!row.next_plan_id || row.next_plan_version === null || !row.next_interval || !row.next_at) return null
  const plan = await readBoughtPlan(db, row.next_plan_id, row.next_plan_version)
  const price = findPrice(plan, row.next_interval, row.currency)
  return { plan, interval: row.next_interval, at: row.next_at.toISOString(), price: price && toMoney(price) }
}

export const toMoney = ({ amount, currency }: { amount: number; currency: string }) => ({ amount, currency })

/** Its version can't be deleted while a price refers to it. */
export async function readBoughtPlan(db: Db, id: string, version: number): Promise<Plan> {
  const plan = await planVersion(db, id, version)
  if (!plan) throw new Error(`There is no version ${version} of the plan ${id}.`)
  return plan
}

export function actionsOf(
  row: Pick<SubscriptionRow, 'state' | 'cancels_at' | 'next_plan_id'>,
  { pause, hostedPortal }: Pick<ProviderCapabilities, 'pause' | 'hostedPortal'>,
): api.SubscriptionAction[] {
  const { state, cancels_at: cancelsAt, next_plan_id: nextPlan } = row
  if (state === 'ended') return []
  if (state === 'pending') return ['cancel']
  const isRunning = state === 'active' || state === 'trialing'
  const isUnchanged = cancelsAt === null && nextPlan === null
  const possible: Record<api.SubscriptionAction, boolean> = {
    cancel: cancelsAt === null,
    resume: cancelsAt !== null,
    pause: pause && state === 'active' && isUnchanged,
    unpause: pause && state === 'paused',
    keep_plan: nextPlan !== null,
    change: isRunning && isUnchanged,
    portal: hostedPortal,
  }
  const all: api.SubscriptionAction[] = ['change', 'keep_plan', 'resume', 'unpause', 'pause', 'cancel', 'portal']
  return all.filter(action => possible[action])
}
