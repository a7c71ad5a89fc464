// A provider in memory for tests of events: customers with one subscription each, whose truth the tests change.
import type { Db } from '../../foundation/db/pool.ts'
import { saveCustomer } from '../customers/store.ts'
import { publishPlan } from '../plans/owners.ts'
import { savePrices } from '../plans/prices-owners.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from '../provider.ts'
import type { ProviderEvent } from './queue.ts'

const start = new Date('2026-11-01T00:00:00Z')
const day = 86_400_000

export const at = (days: number): Date => new Date(start.getTime() + days * day)

/** What the provider has on one customer: a state, and how many invoices were paid. */
export interface Truth {
  state: SubscriptionSnapshot['state']
  periods: number
}

export interface MemoryProvider {
  truths: Map<string, Truth>
  /** Throws while it is set. */
  failure: Error | null
  readCount: number
  readCustomer(customerRef: string): Promise<CustomerSnapshot | null>
}

export function openMemoryProvider(): MemoryProvider {
  const truths = new Map<string, Truth>()
  const provider: MemoryProvider = {
    truths,
    failure: null,
    readCount: 0,
    async readCustomer(customerRef) {
      provider.readCount++
      if (provider.failure) throw provider.failure
      const truth = truths.get(customerRef)
      return truth ? snapshotOf(customerRef, truth) : null
    },
  }
  return provider
}

export function snapshotOf(customerRef: string, { state, periods }: Truth): CustomerSnapshot {
  const ref = `sub_${customerRef}`
  return {
    customerRef,
    ownerId: null,
    subscriptions: [
      {
        ...{
          ref,
          priceRef: 'price_personal',
          state,
          rawState: state,
          startedAt: start,
          trialEndsAt: null,
          cancelsAt: null,
          nextChange: null,
        },
        ...{ currentPeriodStart: at(periods * 30), currentPeriodEnd: at(periods * 30 + 30) },
        endedAt: state === 'ended' ? at(periods * 30 + 30) : null,
        pastDueSince: state === 'past_due' ? at(periods * 30) : null,
      },
    ],
    invoices: Array.from({ length: periods }, (_, i) => paidInvoice(`in_${customerRef}_${i}`, ref, at(i * 30))),
  }
}

const paidInvoice = (ref: string, subscriptionRef: string, issuedAt: Date): InvoiceSnapshot => ({
  ...{ ref, subscriptionRef, number: ref, state: 'paid', currency: 'usd', subtotal: 490, tax: 0, total: 490, paid: 490, refunded: 0 },
  ...{ isDisputed: false, periodStart: issuedAt, periodEnd: null, issuedAt, dueAt: null, paidAt: issuedAt, payUrl: null, hasFile: true },
  ...{ declineCode: null, nextAttemptAt: null },
})

const unlimited = { mailboxes: null, filters: null, deliveriesPerMonth: null }

/** A plan with a price, and owners with a customer each. */
export async function addOwners(db: Db, count: number): Promise<{ ownerId: string; customerRef: string }[]> {
  const terms = {
    ...{ id: 'personal', names: { en: 'Personal' }, prices: [{ interval: 'month' as const, currency: 'usd', amount: 490 }], trialDays: 0 },
    limits: { ...unlimited, instant: true, attachments: true, retentionDays: 90, apiKeys: true },
  }
  const { plan } = await publishPlan(db, terms, true, null, start)
  await savePrices(db, 'stripe', plan, [{ interval: 'month', currency: 'usd', amount: 490, priceRef: 'price_personal' }])
  const owners = Array.from({ length: count }, () => ({ ownerId: crypto.randomUUID(), customerRef: `cus_${crypto.randomUUID()}` }))
  for (const { ownerId, customerRef } of owners) await saveCustomer(db, ownerId, 'stripe', customerRef, start)
  return owners
}

let eventCount = 0

export const eventAbout = (customerRef: string | null, occurredAt = start): ProviderEvent => ({
  eventId: `evt_${++eventCount}`,
  kind: 'customer.subscription.updated',
  customerRef,
  occurredAt,
})

/** What we have on a customer: the state, and the sum of what was paid. */
export async function readOurs(db: Db, ownerId: string): Promise<{ state: string | null; paid: number }> {
  const subscription = await db.selectFrom('subscriptions').select('state').where('owner_id', '=', ownerId).executeTakeFirst()
  const invoices = await db.selectFrom('invoices').select('paid').where('owner_id', '=', ownerId).execute()
  return { state: subscription?.state ?? null, paid: invoices.reduce((sum, { paid }) => sum + paid, 0) }
}
