// Reports customers that are paid by invoice as every payment provider does: complete, as they are now.
import type { Db } from '../../foundation/db/pool.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from '../provider.ts'
import { type HandInvoice, type HandSubscription, invoicesOfCustomer, subscriptionsOf } from './owners.ts'

const prefix = 'hand_'

export const handCustomerOf = (ownerId: string): string => prefix + ownerId
export const ownerOfHandCustomer = (customerRef: string): string => customerRef.slice(prefix.length)

export async function readHandCustomer(db: Db, customerRef: string, now: Date): Promise<CustomerSnapshot | null> {
  if (!customerRef.startsWith(prefix)) return null
  const invoices = await invoicesOfCustomer(db, customerRef)
  const subscriptions = await subscriptionsOf(db, customerRef)
  return {
    ...{ customerRef, ownerId: ownerOfHandCustomer(customerRef) },
    subscriptions: subscriptions.map(row => toSubscription(row, invoices, now)),
    invoices: invoices.map(toInvoice),
  }
}

function toSubscription(row: HandSubscription, invoices: HandInvoice[], now: Date): SubscriptionSnapshot {
  const overdue = invoices.find(one => one.subscription_ref === row.subscription_ref && one.state === 'open' && one.due_at <= now)
  const isMissing = row.state === 'past_due' || row.state === 'suspended'
  return {
    ...{ ref: row.subscription_ref, priceRef: row.price_ref, state: row.state, rawState: row.state, startedAt: row.started_at },
    ...{ currentPeriodStart: row.current_period_start, currentPeriodEnd: row.current_period_end, trialEndsAt: row.trial_ends_at },
    ...{ cancelsAt: row.state === 'ended' ? null : row.cancels_at, endedAt: row.ended_at },
    // An invoice may be paid until it is due; only then is a payment missing.
    pastDueSince: isMissing ? (overdue?.due_at ?? null) : null,
    nextChange: row.next_price_ref && row.current_period_end ? { priceRef: row.next_price_ref, at: row.current_period_end } : null,
  }
}

export const formatNumber = (number: string): string => number.padStart(6, '0')

const toInvoice = (row: HandInvoice): InvoiceSnapshot => ({
  ...{ ref: row.invoice_ref, subscriptionRef: row.subscription_ref, number: formatNumber(row.number), state: row.state },
  ...{ currency: row.currency, subtotal: row.total, tax: 0, total: row.total, paid: row.paid, refunded: row.refunded },
  ...{ isDisputed: false, periodStart: row.period_start, periodEnd: row.period_end, issuedAt: row.issued_at },
  ...{ dueAt: row.due_at, paidAt: row.paid_at, payUrl: null, hasFile: true, declineCode: null, nextAttemptAt: null },
})
