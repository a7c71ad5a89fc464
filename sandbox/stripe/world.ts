// Defines all that the Stripe stand-in keeps: objects typed by stripe-node's own types, and what real Stripe hides behind them.
import type Stripe from 'stripe'
import type { SandboxClock } from '../clock.ts'
import { defaultSettings, type StripeSettings } from './settings.ts'

export interface StripeWorld {
  clock: SandboxClock
  settings: StripeSettings
  state: StripeState
  /** The base URL of the stand-in, for hosted pages; set once it listens. */
  url: string
  /** Called with each new event, in order, after it is stored. The webhook sender listens here. */
  listeners: Set<(event: StripeEvent) => void>
  /** Decides what goes wrong with an API call; null: nothing does. It may wait, for latency. */
  wireFault: ((call: WireCall) => Promise<WireFault | null>) | null
  /** What is being processed now: its time if it is in the past, and the API request that caused it. */
  during: { at: number | null; request: { id: string; idempotency_key: string | null } | null; version: string }
  /** Stores the state and wakes the world when the next thing falls due. Call it after every change from outside. */
  settle: () => void
}

export interface WireCall {
  method: string
  /** Like /v1/customers/cus_123 */
  path: string
  idempotencyKey: string | null
}

/** `error`: answered instead of being executed. `drop`: executed and stored, but the connection is cut without an answer. */
export type WireFault = { kind: 'error'; status: 429 | 500 | 503 } | { kind: 'drop' }

/** An event as it is stored and sent. */
export type StripeEvent = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: Stripe.Event['type']
  data: { object: object; previous_attributes?: object }
}

/** Expandable fields always hold ids here; `expand` resolves them on the way out. */
export interface StripeState {
  customers: Map<string, Stripe.Customer>
  deletedCustomers: Map<string, Stripe.DeletedCustomer>
  products: Map<string, Stripe.Product>
  prices: Map<string, Stripe.Price>
  coupons: Map<string, Stripe.Coupon>
  /** The products that a coupon makes cheaper, where these are not all. */
  couponProducts: Map<string, string[]>
  promotionCodes: Map<string, Stripe.PromotionCode>
  taxRates: Map<string, Stripe.TaxRate>
  discounts: Map<string, Stripe.Discount>
  paymentMethods: Map<string, Stripe.PaymentMethod>
  setupIntents: Map<string, Stripe.SetupIntent>
  paymentIntents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  subscriptions: Map<string, Stripe.Subscription>
  schedules: Map<string, Stripe.SubscriptionSchedule>
  invoices: Map<string, Stripe.Invoice>
  invoiceItems: Map<string, Stripe.InvoiceItem>
  invoicePayments: Map<string, Stripe.InvoicePayment>
  checkoutSessions: Map<string, Stripe.Checkout.Session>
  portalSessions: Map<string, Stripe.BillingPortal.Session>
  portalConfigurations: Map<string, Stripe.BillingPortal.Configuration>
  meters: Map<string, Stripe.Billing.Meter>
  meterEvents: Map<string, Stripe.Billing.MeterEvent>
  features: Map<string, Stripe.Entitlements.Feature>
  /** Feature ids of each product. */
  productFeatures: Map<string, string[]>
  /** The features that the last summary of a customer listed. */
  announcedEntitlements: Map<string, string>
  webhookEndpoints: Map<string, Stripe.WebhookEndpoint>
  testClocks: Map<string, Stripe.TestHelpers.TestClock>
  /** Behind the visible objects. */
  /** The card number of each payment method, which decides what happens to charges. */
  cardNumbers: Map<string, string>
  /** Payment methods whose holder confirmed them at the bank for later payments. */
  setUpMethods: Map<string, true>
  checkoutOrders: Map<string, CheckoutOrder>
  subscriptionNotes: Map<string, SubscriptionNotes>
  /** Until which time a test clock that is `advancing` runs. */
  clockTargets: Map<string, number>
  /** One or two signing secrets of each webhook endpoint. */
  endpointSecrets: Map<string, string[]>
  /** First responses by idempotency key. */
  replays: Map<string, StoredResponse>
  /** Money that really moved; never computed from invoices. */
  money: MoneyEntry[]
  /** Newest last. */
  events: StripeEvent[]
  idCount: number
}

/** What a Checkout Session makes once it is completed. */
export interface CheckoutOrder {
  items: { price: string; quantity: number }[]
  trialPeriodDays: number | null
  trialEnd: number | null
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  subscriptionMetadata: Record<string, string>
  /** Coupon, and the promotion code that gave it, if any. */
  discount: { coupon: string; promotionCode: string | null } | null
  description: string | null
  isTaxAutomatic: boolean
  /** The payment or setup that the holder of the card confirms at the bank right now. */
  confirming: { intent: string; method: string } | null
}

export interface SubscriptionNotes {
  trialWillEndSentFor: number | null
  upcomingSentFor: number | null
  /** The invoice whose payment applies the pending update. */
  pendingInvoice: string | null
}

export interface StoredResponse {
  /** Method, path and body of the request. */
  fingerprint: string
  at: number
  status: number
  body: string
  requestId: string
}

/** Negative for a refund. Amounts in the minor unit. */
export interface MoneyEntry {
  at: number
  kind: 'charge' | 'refund' | 'dispute'
  customer: string | null
  invoice: string | null
  charge: string
  amount: number
  currency: string
}

export function openWorld(clock: SandboxClock, settings: Partial<StripeSettings> = {}): StripeWorld {
  return {
    clock,
    settings: { ...defaultSettings, ...settings },
    state: emptyState(),
    url: '',
    listeners: new Set(),
    wireFault: null,
    during: { at: null, request: null, version: stripeVersion },
    settle: () => {},
  }
}

/** The API version that stripe-node 23.1.0 sends. */
export const stripeVersion = '2026-10-28.endive'

/** In place, because other code keeps references to these tables. Ids go on, so that none is used twice. */
export function forgetState(state: StripeState): void {
  for (const table of Object.values(state))
    if (table instanceof Map) table.clear()
    else if (Array.isArray(table)) table.length = 0
}

function emptyState(): StripeState {
  return {
    customers: new Map(),
    deletedCustomers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    couponProducts: new Map(),
    promotionCodes: new Map(),
    taxRates: new Map(),
    discounts: new Map(),
    paymentMethods: new Map(),
    setupIntents: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    invoiceItems: new Map(),
    invoicePayments: new Map(),
    checkoutSessions: new Map(),
    portalSessions: new Map(),
    portalConfigurations: new Map(),
    meters: new Map(),
    meterEvents: new Map(),
    features: new Map(),
    productFeatures: new Map(),
    announcedEntitlements: new Map(),
    webhookEndpoints: new Map(),
    testClocks: new Map(),
    cardNumbers: new Map(),
    setUpMethods: new Map(),
    checkoutOrders: new Map(),
    subscriptionNotes: new Map(),
    clockTargets: new Map(),
    endpointSecrets: new Map(),
    replays: new Map(),
    money: [],
    events: [],
    idCount: 0,
  }
}
