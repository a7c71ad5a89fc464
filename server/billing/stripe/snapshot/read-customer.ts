// Reads everything Stripe has on a customer now: subscriptions, invoices, refunds and disputes.
import type Stripe from 'stripe'
import type { CustomerSnapshot } from '../../provider.ts'
import { callStripe, findAtStripe } from '../client.ts'
import { refOf } from '../refs.ts'
import { toInvoice } from './invoice.ts'
import { toSubscription } from './subscription.ts'

const limit = 100

/** Null if Stripe knows no such customer. One that was deleted there still has its ended subscriptions and its invoices. */
export async function readCustomer(client: Stripe, customerRef: string): Promise<CustomerSnapshot | null> {
  const customer = await findAtStripe(() => client.customers.retrieve(customerRef))
  if (!customer) return null
  const [subscriptions, invoices, charges] = await Promise.all([
    collect(client.subscriptions.list({ customer: customerRef, status: 'all', limit, expand: ['data.schedule'] })),
    collect(client.invoices.list({ customer: customerRef, limit, expand: ['data.payments'] })),
    collect(client.charges.list({ customer: customerRef, limit })),
  ])
  const owner = customer.deleted ? null : (customer.metadata['owner_id'] ?? null)
  return {
    customerRef,
    ownerId: owner ?? null,
    subscriptions: subscriptions.map(subscription => toSubscription(subscription, invoices)),
    invoices: invoices.map(invoice => toInvoice(invoice, charges)),
  }
}

/** Every customer with a subscription, also an ended one. */
export async function* listCustomers(client: Stripe): AsyncIterable<string> {
  const seen = new Set<string>()
  const pages = client.subscriptions.list({ status: 'all', limit })[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await callStripe(() => pages.next())
    if (done) return
    const customerRef = refOf(value.customer)
    if (customerRef === null || seen.has(customerRef)) continue
    seen.add(customerRef)
    yield customerRef
  }
}

/** All pages of a list. */
const collect = <T>(list: AsyncIterable<T>): Promise<T[]> =>
  callStripe(async () => {
    const all: T[] = []
    for await (const one of list) all.push(one)
    return all
  })
