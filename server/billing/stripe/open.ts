// Opens Stripe as a payment provider, with what only Stripe has: webhooks and a list of events.
import type { BillingConfig } from '../../foundation/config/billing.ts'
import type { Outside } from '../../foundation/outside.ts'
import type { EventSource } from '../events/catch-up.ts'
import type { PaymentProvider } from '../provider.ts'
import { publishPrices } from './catalog.ts'
import { cancelAtPeriodEnd, cancelNow, changeAtPeriodEnd, changeNow, extendTrial, keepPlan, pause, resume, unpause } from './changes.ts'
import { createCustomer, expireCheckout, readCheckout, startCheckout } from './checkout.ts'
import { openClient } from './client.ts'
import { openCoupons } from './coupons.ts'
import { customerOf, listEvents } from './events.ts'
import { inspectStripe, type StripeInspection } from './inspect.ts'
import { readInvoiceFile, refund } from './payments.ts'
import { bindPortal } from './portal.ts'
import { previewChange } from './preview.ts'
import { listCustomers, readCustomer } from './snapshot/read-customer.ts'

export interface StripeDeps {
  outside: Outside
  stripe: BillingConfig['stripe']
  publicUrl: string
}

export interface StripeProvider extends PaymentProvider, EventSource {
  name: 'stripe'
  /** Whether it is a live-mode key: events of the other mode are refused. */
  isLive: boolean
  /** The customer that an event is about, from what it names. */
  customerOf(reference: string): Promise<string | null>
  /** For the doctor: whether Stripe accepts the key and sends events to this address. */
  inspect(webhookUrl: string): Promise<StripeInspection>
}

export function openStripe({ outside, stripe, publicUrl }: StripeDeps): StripeProvider {
  const { url, secretKey, timeoutMs, tax } = stripe
  const client = openClient({ outside, url, secretKey, timeoutMs })
  return {
    name: 'stripe',
    capabilities: { hostedCheckout: true, hostedPortal: true, trial: true, pause: true },
    isLive: secretKey.includes('_live_'),
    publishPrices: plan => publishPrices(client, plan, tax),
    createCustomer: customer => createCustomer(client, customer),
    startCheckout: checkout => startCheckout(client, checkout, tax),
    readCheckout: checkoutRef => readCheckout(client, checkoutRef),
    expireCheckout: checkoutRef => expireCheckout(client, checkoutRef),
    openPortal: bindPortal(client, publicUrl),
    previewChange: change => previewChange(client, change),
    changeNow: change => changeNow(client, change),
    changeAtPeriodEnd: change => changeAtPeriodEnd(client, change),
    keepPlan: request => keepPlan(client, request),
    cancelAtPeriodEnd: request => cancelAtPeriodEnd(client, request),
    cancelNow: request => cancelNow(client, request),
    resume: request => resume(client, request),
    extendTrial: request => extendTrial(client, request),
    pause: request => pause(client, request),
    unpause: request => unpause(client, request),
    refund: request => refund(client, request),
    readCustomer: customerRef => readCustomer(client, customerRef),
    listCustomers: () => listCustomers(client),
    readInvoiceFile: invoiceRef => readInvoiceFile(client, { outside, url, timeoutMs }, invoiceRef),
    coupons: openCoupons(client),
    customerOf: reference => customerOf(client, reference),
    inspect: webhookUrl => inspectStripe(client, webhookUrl),
    listEvents: since => listEvents(client, since),
  }
}
