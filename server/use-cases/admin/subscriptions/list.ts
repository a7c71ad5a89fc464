// Handles the console's list of subscriptions, as pages and as CSV.
import { z } from 'zod/mini'
import type * as api from '../../../../core/api/admin/subscriptions.ts'
import { freePlanId, planName } from '../../../../core/plans/plans.ts'
import { monthlyRevenue } from '../../../../core/plans/revenue.ts'
import { decimalAmount } from '../../../../core/text/money.ts'
import { allPlans } from '../../../billing/plans/owners.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import type { CsvCell, CsvFile } from '../../../foundation/http/csv.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { type AdminSubscriptionDeps, providerUrl, seesMoney } from './deps.ts'
import { listSubscriptionPage, type SubscriptionListRow, type SubscriptionPageRows } from './list-owners.ts'

export interface SubscriptionListHandlers {
  list: UserHandler<typeof api.listSubscriptionsApi>
  options: UserHandler<typeof api.getSubscriptionOptionsApi>
  csv(request: AuthenticatedRequest<typeof api.downloadSubscriptionsApi>): Promise<CsvFile>
}

export const subscriptionListHandlers = (deps: AdminSubscriptionDeps): SubscriptionListHandlers => ({
  async list({ userId, query: { cursor, limit, ...filter } }) {
    const position = decodeCursor(cursor, TimeCursor)
    const before = position && { at: new Date(position[0]), id: position[1] }
    const { rows, next } = await listSubscriptionPage(deps.billing.db, { ...filter, before, limit, now: deps.billing.now() })
    const money = await seesMoney(deps, userId)
    return {
      items: rows.map(row => toListed(deps, row, money)),
      next: next && encodeCursor([next.at.toISOString(), next.id]),
    }
  },
  async options() {
    const { db, payments, currency } = deps.billing
    const newest = Map.groupBy(await allPlans(db), plan => plan.id)
    const plans = [...newest].flatMap(([id, [plan]]) => (plan && id !== freePlanId ? [{ id, name: planName(plan, 'en') }] : []))
    return { provider: payments?.provider.name ?? null, currency, hasCoupons: Boolean(payments?.provider.coupons), plans }
  },
  async csv({ userId, query }) {
    const money = await seesMoney(deps, userId)
    const head = ['owner', 'email', 'state', 'plan', 'version', 'interval', 'provider', 'started', 'renews', 'ends', 'reference']
    return { name: 'subscriptions', head: money ? [...head, 'monthly', 'currency'] : head, rows: readAll(deps, query, money) }
  },
})

const csvPage = 1000

async function* readAll(deps: AdminSubscriptionDeps, filter: api.SubscriptionFilter, money: boolean): AsyncGenerator<CsvCell[]> {
  const now = deps.billing.now()
  let before: SubscriptionPageRows['next'] = null
  do {
    const page: SubscriptionPageRows = await listSubscriptionPage(deps.billing.db, { ...filter, before, limit: csvPage, now })
    for (const row of page.rows) yield toCells(toListed(deps, row, money), money)
    before = page.next
  } while (before)
}

function toCells(row: api.ListedSubscription, money: boolean): CsvCell[] {
  const { ownerId, email, state, planId, planVersion, interval, provider, startedAt, renewsAt, endsAt, ref, monthly } = row
  const cells = [ownerId, email, state, planId, planVersion, interval, provider, startedAt, renewsAt, endsAt, ref]
  return money ? [...cells, monthly && decimalAmount(monthly), monthly && monthly.currency] : cells
}

const Names = z.record(z.string(), z.string())

export function toListed(deps: AdminSubscriptionDeps, row: SubscriptionListRow, money: boolean): api.ListedSubscription {
  const { provider, subscription_ref: ref, ended_at: endedAt, cancels_at: cancelsAt } = row
  const names = Names.safeParse(row.plan_names)
  return {
    ...{ id: row.id, ownerId: row.owner_id, email: row.email, state: stateOf(row), planId: row.plan_id, planVersion: row.plan_version },
    planName: planName({ id: row.plan_id, names: names.success ? names.data : {} }, 'en'),
    ...{ interval: row.interval, provider, ref },
    startedAt: row.at.toISOString(),
    renewsAt: endedAt || cancelsAt || row.state === 'gift' ? null : (row.renews_at?.toISOString() ?? null),
    endsAt: (endedAt ?? cancelsAt ?? (row.state === 'gift' ? row.renews_at : null))?.toISOString() ?? null,
    monthly: money ? monthlyOf(row) : null,
    providerUrl: provider && ref ? providerUrl(deps, provider, 'subscriptions', ref) : null,
  }
}

function monthlyOf({ state, interval, currency, amount }: SubscriptionListRow): { amount: number; currency: string } | null {
  if (state === 'gift' || interval === null || currency === null || amount === null) return null
  return { amount: monthlyRevenue({ state, interval, amount }), currency }
}

/** The same states as in the filter. */
function stateOf({ state, cancels_at }: SubscriptionListRow): api.SubscriptionListState {
  if (state !== 'ended' && cancels_at !== null) return 'canceled'
  return state === 'suspended' ? 'unpaid' : state
}
