// Answers with one owner's current subscription, all other subscriptions, and invoices.
import type * as api from '../../../../core/api/admin/subscriptions.ts'
import { planName } from '../../../../core/plans/plan-name.ts'
import { monthlyRevenue } from '../../../../core/plans/revenue.ts'
import { ownerOf, usersOf } from '../../../../core/plans/subscription.ts'
import { listInvoices } from '../../../billing/invoices/store.ts'
import { readInvoiceCursor, toInvoice, writeInvoiceCursor } from '../../../billing/invoices/views.ts'
import type { BillingDeps } from '../../../billing/subscription/payments.ts'
import { currentSubscription } from '../../../billing/subscription/store.ts'
import { mayExtend } from '../../../billing/subscription/trials.ts'
import { readSubscriptionPage } from '../../../billing/subscription/views.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { type AdminSubscriptionDeps, providerUrl, seesMoney, seesOnlyPayers } from './deps.ts'
import { toListed } from './list.ts'
import { listSubscriptionPage } from './list-owners.ts'

export interface SubscriptionDetailHandlers {
  get: UserHandler<typeof api.getAdminSubscriptionApi>
  invoices: UserHandler<typeof api.listOwnerInvoicesApi>
}

const mostListed = 50

export const subscriptionDetailHandlers = (deps: AdminSubscriptionDeps): SubscriptionDetailHandlers => ({
  async get({ userId, params }) {
    const detail = await readDetail(deps, ownerOf(params.id), await seesMoney(deps, userId))
    if (detail.all.length === 0 && (await seesOnlyPayers(deps, userId)))
      throw new HttpError(404, 'owner_unknown', deps.say('owner.unknown'))
    return detail
  },
  async invoices({ userId, params, query: { cursor, limit } }) {
    const before = cursor === undefined ? null : readInvoiceCursor(cursor)
    if (cursor !== undefined && !before) throw new HttpError(400, 'cursor_wrong', deps.billing.say('cursor'))
    const rows = await listInvoices(deps.billing.db, ownerOf(params.id), { before, limit })
    const money = await seesMoney(deps, userId)
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(row => {
        const { id, number, state, issuedAt, dueAt, paidAt, isDisputed, total, paid, refunded } = toInvoice(row)
        return {
          ...{ id, number, state, issuedAt, dueAt, paidAt, isDisputed, provider: row.provider },
          ...{ declineCode: row.decline_code, nextAttemptAt: row.next_attempt_at?.toISOString() ?? null },
          amounts: money ? { total, paid, refunded } : null,
          providerUrl: providerUrl(deps, row.provider, 'invoices', row.invoice_ref),
        }
      }),
      next: rows.length > limit && last ? writeInvoiceCursor(last) : null,
    }
  },
})

async function readDetail(deps: AdminSubscriptionDeps, ownerId: string, money: boolean): Promise<api.SubscriptionDetail> {
  const { db, payments, now } = deps.billing
  const { rows } = await listSubscriptionPage(db, { ownerId, before: null, limit: mostListed, now: now() })
  const email = await readEmail(db, ownerId)
  if (email === undefined && rows.length === 0) throw new HttpError(404, 'owner_unknown', deps.say('owner.unknown'))
  const page = await readSubscriptionPage(deps.billing, ownerId)
  const row = await currentSubscription(db, ownerId)
  return {
    ...{ ownerId, email: email ?? null, provider: page.provider, seesMoney: money },
    ...{ plan: page.plan, allowance: page.allowance, usage: page.usage },
    subscription: page.subscription && row && toSubscription(page.subscription, row, money),
    failedPayment: await readFailedPayment(db, ownerId),
    all: rows.map(one => toListed(deps, one, money)),
    customers: await readCustomers(deps, ownerId),
    actions:
      money && payments && row
        ? [...actionsFor(page.subscription?.actions ?? []), ...(mayExtend(row) ? ['extend_trial' as const] : []), 'cancel_now']
        : [],
  }
}

type Detail = api.SubscriptionDetail
type Current = NonNullable<Awaited<ReturnType<typeof currentSubscription>>>
type View = NonNullable<Awaited<ReturnType<typeof readSubscriptionPage>>['subscription']>

/** Only the owner may use the portal. */
const actionsFor = (actions: View['actions']): Detail['actions'] => actions.flatMap(action => (action === 'portal' ? [] : [action]))

function toSubscription({ price, actions: _, nextChange, ...view }: View, row: Current, money: boolean): Detail['subscription'] {
  return {
    ...view,
    price: money ? price : null,
    monthly: money ? { amount: monthlyRevenue(row), currency: row.currency } : null,
    periodStartedAt: row.current_period_start?.toISOString() ?? null,
    pastDueSince: row.past_due_since?.toISOString() ?? null,
    nextChange: nextChange && { planName: planName(nextChange.plan, 'en'), interval: nextChange.interval, at: nextChange.at },
  }
}

async function readFailedPayment(db: BillingDeps['db'], ownerId: string): Promise<Detail['failedPayment']> {
  const row = await db
    .selectFrom('invoices')
    .select(['number', 'decline_code', 'next_attempt_at'])
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['open', 'uncollectible'])
    .where(e => e.or([e('decline_code', 'is not', null), e('next_attempt_at', 'is not', null)]))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { invoice: row.number, code: row.decline_code, nextAttemptAt: row.next_attempt_at?.toISOString() ?? null } : null
}

/** Undefined if there is no such user. */
async function readEmail(db: BillingDeps['db'], ownerId: string): Promise<string | null | undefined> {
  const [userId = ownerId] = usersOf(ownerId)
  return (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email
}

async function readCustomers(deps: AdminSubscriptionDeps, ownerId: string): Promise<Detail['customers']> {
  const rows = await deps.billing.db.selectFrom('billing_customers').selectAll().where('owner_id', '=', ownerId).execute()
  return rows.map(({ provider, customer_ref: ref, read_at }) => ({
    ...{ provider, ref, readAt: read_at?.toISOString() ?? null },
    url: providerUrl(deps, provider, 'customers', ref),
  }))
}
