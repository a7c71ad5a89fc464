// Makes customers, changes them, and deletes them together with their subscriptions.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { worldTime } from '../time.ts'
import { need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'

export type CustomerChange = Partial<
  Pick<
    Stripe.Customer,
    'email' | 'name' | 'phone' | 'description' | 'metadata' | 'preferred_locales' | 'address' | 'balance' | 'tax_exempt'
  >
> & { defaultPaymentMethod?: string | null }

export function addCustomer(world: StripeWorld, change: CustomerChange, testClock: string | null): Stripe.Customer {
  const id = newId(world, 'cus', 14)
  const { defaultPaymentMethod = null, ...fields } = change
  const frozen = testClock === null ? null : need(world.state.testClocks, testClock, 'test clock', 'test_clock').frozen_time
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: frozen ?? worldTime(world),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId(world, 'x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: defaultPaymentMethod, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
    ...fields,
  }
  world.state.customers.set(id, customer)
  emit(world, 'customer.created', customer)
  return customer
}

export function changeCustomer(world: StripeWorld, customer: Stripe.Customer, change: CustomerChange): void {
  const { defaultPaymentMethod, ...fields } = change
  const previous = Object.fromEntries(Object.keys(fields).map(name => [name, Reflect.get(customer, name)]))
  if (defaultPaymentMethod !== undefined) {
    Object.assign(previous, { invoice_settings: { ...customer.invoice_settings } })
    customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: defaultPaymentMethod }
  }
  Object.assign(customer, fields)
  emit(world, 'customer.updated', customer, previous)
}

/** Positive: owed by the customer; negative: a credit that the next invoices use up. */
export function addToBalance(world: StripeWorld, id: string, amount: number): void {
  const customer = world.state.customers.get(id)
  if (customer && amount !== 0) changeCustomer(world, customer, { balance: customer.balance + amount })
}

export function nextInvoiceNumber(world: StripeWorld, id: string): string {
  const customer = need(world.state.customers, id, 'customer')
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
}

/** Its subscriptions must have been canceled before. */
export function removeCustomer(world: StripeWorld, customer: Stripe.Customer): Stripe.DeletedCustomer {
  emit(world, 'customer.deleted', customer)
  world.state.customers.delete(customer.id)
  const deleted: Stripe.DeletedCustomer = { id: customer.id, object: 'customer', deleted: true }
  world.state.deletedCustomers.set(customer.id, deleted)
  return deleted
}

/** Metadata is merged; an empty value removes a key. */
export function mergeMetadata(old: Stripe.Metadata | null, change: Record<string, string> | null | undefined): Stripe.Metadata {
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}
