// SQL that writes one subscription or invoice of an owner as the provider reports it, and only what differs.
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { PlanPrice } from '../plans/prices-owners.ts'
import type { InvoiceSnapshot, ProviderName, SubscriptionSnapshot } from '../provider.ts'
import { factsOfRow } from '../revenue/changed-facts.ts'
import { noteChange } from '../revenue/changes-store.ts'

interface SubscriptionWrite {
  provider: ProviderName
  subscription: SubscriptionSnapshot
  prices: Map<string, PlanPrice>
  now: Date
}

/**
 * True when what the owner may do has perhaps changed. A subscription whose price is in no plan of ours keeps the plan that it had;
 * a new one is skipped, because nobody knows what it allows.
 */
export async function writeSubscription(tx: Tx, ownerId: string, write: SubscriptionWrite): Promise<boolean> {
  const { provider, subscription, prices, now } = write
  const existing = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .where('subscription_ref', '=', subscription.ref)
    .executeTakeFirst()
  const price = prices.get(subscription.priceRef)
  if (!price && !existing) return false
  const columns = { ...toColumns(subscription), ...(price && priceColumns(price)), ...nextColumns(subscription, prices) }
  if (!existing) {
    if (!price) return false
    const row = { ...columns, ...priceColumns(price), owner_id: ownerId, id: newId(now), provider, updated_at: now }
    await tx.insertInto('subscriptions').values(row).execute()
    await noteChange(tx, ownerId, { subscriptionId: row.id, provider, before: null, after: factsOfRow(row), at: now })
    return true
  }
  if (!isDifferent(existing, columns)) return false
  // A trial that ends later is announced once more.
  const isExtended = existing.trial_ends_at !== null && columns.trial_ends_at !== null && columns.trial_ends_at > existing.trial_ends_at
  const changes = { ...columns, ...(isExtended && { trial_notified_at: null }), updated_at: now }
  await tx.updateTable('subscriptions').set(changes).where('owner_id', '=', ownerId).where('id', '=', existing.id).execute()
  const [before, after] = [factsOfRow(existing), factsOfRow({ ...existing, ...columns })]
  await noteChange(tx, ownerId, { subscriptionId: existing.id, provider, before, after, at: now })
  return true
}

const toColumns = (subscription: SubscriptionSnapshot) => ({
  subscription_ref: subscription.ref,
  state: subscription.state,
  raw_state: subscription.rawState,
  started_at: subscription.startedAt,
  current_period_start: subscription.currentPeriodStart,
  current_period_end: subscription.currentPeriodEnd,
  trial_ends_at: subscription.trialEndsAt,
  cancels_at: subscription.cancelsAt,
  ended_at: subscription.endedAt,
  past_due_since: subscription.pastDueSince,
})

const priceColumns = ({ planId, planVersion, interval, currency, amount }: PlanPrice) => ({
  ...{ plan_id: planId, plan_version: planVersion, interval, currency, amount },
})

function nextColumns({ nextChange }: SubscriptionSnapshot, prices: Map<string, PlanPrice>) {
  const price = nextChange && prices.get(nextChange.priceRef)
  return {
    next_plan_id: price?.planId ?? null,
    next_plan_version: price?.planVersion ?? null,
    next_interval: price?.interval ?? null,
    next_at: price ? nextChange.at : null,
  }
}

interface InvoiceWrite {
  provider: ProviderName
  invoice: InvoiceSnapshot
  now: Date
}

/** True when it differed. */
export async function writeInvoice(tx: Tx, ownerId: string, { provider, invoice, now }: InvoiceWrite): Promise<boolean> {
  const existing = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .where('invoice_ref', '=', invoice.ref)
    .executeTakeFirst()
  const columns = toInvoiceColumns(invoice)
  if (!existing) {
    await tx
      .insertInto('invoices')
      .values({ ...columns, owner_id: ownerId, id: newId(now), provider, updated_at: now })
      .execute()
    return true
  }
  if (!isDifferent(existing, columns)) return false
  await tx
    .updateTable('invoices')
    .set({ ...columns, updated_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', existing.id)
    .execute()
  return true
}

const toInvoiceColumns = (invoice: InvoiceSnapshot) => ({
  ...{ invoice_ref: invoice.ref, subscription_ref: invoice.subscriptionRef, number: invoice.number, state: invoice.state },
  ...{ currency: invoice.currency, subtotal: invoice.subtotal, tax: invoice.tax, total: invoice.total },
  ...{ paid: invoice.paid, refunded: invoice.refunded, is_disputed: invoice.isDisputed },
  ...{ period_start: invoice.periodStart, period_end: invoice.periodEnd, issued_at: invoice.issuedAt },
  ...{ due_at: invoice.dueAt, paid_at: invoice.paidAt, pay_url: invoice.payUrl, has_file: invoice.hasFile },
  ...{ decline_code: invoice.declineCode, next_attempt_at: invoice.nextAttemptAt },
})

function isDifferent(existing: object, columns: object): boolean {
  const current = new Map<string, unknown>(Object.entries(existing))
  return Object.entries(columns).some(([name, value]) => comparable(current.get(name)) !== comparable(value))
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value)
