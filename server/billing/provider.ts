// Defines what a payment provider does for us: Stripe, and invoices by hand. Its objects are read back, never trusted from a webhook.
import type { InvoiceState } from '../../core/api/billing.ts'
import type { Money } from '../../core/plans/money.ts'
import type { Interval, Plan } from '../../core/plans/plans.ts'
import type { SubscriptionState } from '../../core/plans/subscription.ts'

export type ProviderName = 'stripe' | 'invoice'

export interface PaymentProvider {
  name: ProviderName
  capabilities: ProviderCapabilities
  /** Makes the prices of a plan version known to the provider, and returns its id of each; may be repeated. */
  publishPrices(plan: Plan): Promise<PublishedPrice[]>
  /** One customer per owner; a repeated call returns the same. */
  createCustomer(customer: { ownerId: string; email: string; language: string }): Promise<string>
  startCheckout(checkout: CheckoutRequest): Promise<StartedCheckout>
  readCheckout(checkoutRef: string): Promise<CheckoutSnapshot>
  /** Ends an open checkout, so that nobody can pay it any more; nothing happens when it has expired, `refused` when it is complete. */
  expireCheckout(checkoutRef: string): Promise<void>
  openPortal(portal: { customerRef: string; returnUrl: string; language: string }): Promise<{ url: string }>
  /** The invoice that `changeNow` would create with the same `prorationAt`. */
  previewChange(change: ChangeRequest): Promise<InvoicePreview>
  changeNow(change: ChangeRequest & Idempotent): Promise<ChangeResult>
  changeAtPeriodEnd(change: { subscriptionRef: string; priceRef: string } & Idempotent): Promise<void>
  /** Takes a change at the end of the period back. */
  keepPlan(subscription: SubscriptionRequest): Promise<void>
  cancelAtPeriodEnd(subscription: SubscriptionRequest): Promise<void>
  /** Ends the subscription at once and charges nothing more: its owner leaves, or never paid. */
  cancelNow(subscription: SubscriptionRequest): Promise<void>
  /** Takes a cancellation back before it takes effect. */
  resume(subscription: SubscriptionRequest): Promise<void>
  /** A running trial ends at `until` instead, and nothing is charged before; `refused` once it is over. */
  extendTrial(subscription: SubscriptionRequest & { until: Date }): Promise<void>
  pause(subscription: SubscriptionRequest): Promise<void>
  unpause(subscription: SubscriptionRequest): Promise<void>
  refund(refund: { invoiceRef: string; amount: Money; reason: string } & Idempotent): Promise<void>
  /** Everything the provider has on a customer now; null if it has no such customer. */
  readCustomer(customerRef: string): Promise<CustomerSnapshot | null>
  /** Every customer with a subscription, for the nightly reconciliation. */
  listCustomers(): AsyncIterable<string>
  /** The file of an invoice, as the user may download it. */
  readInvoiceFile(invoiceRef: string): Promise<{ name: string; type: string; bytes: Uint8Array } | null>
  /** Codes that make a checkout cheaper; null where the provider has none. */
  coupons: ProviderCoupons | null
}

export interface ProviderCoupons {
  /** Newest first, `limit` at most; `after` is the ref of the last one of the page before. */
  list(page: { after: string | null; limit: number }): Promise<{ coupons: CouponSnapshot[]; hasMore: boolean }>
  create(coupon: NewCoupon & Idempotent): Promise<CouponSnapshot>
  /** Nobody can use the code any more; whoever has used it keeps the discount. */
  deactivate(couponRef: string): Promise<CouponSnapshot>
}

/** `amount` is null for a percentage, and the other way round. `months` is null for one payment or for ever: see `duration`. */
export interface CouponTerms {
  code: string
  percent: number | null
  amount: Money | null
  duration: 'once' | 'months' | 'forever'
  months: number | null
  maxRedemptions: number | null
  expiresAt: Date | null
  /** Ids of plans; empty for all. */
  planIds: string[]
}

export type NewCoupon = CouponTerms

export interface CouponSnapshot extends CouponTerms {
  ref: string
  isActive: boolean
  redemptions: number
  createdAt: Date
}

export interface ProviderCapabilities {
  /** The user pays on a page of the provider; otherwise the subscription exists at once, and an invoice says how to pay. */
  hostedCheckout: boolean
  hostedPortal: boolean
  trial: boolean
  pause: boolean
}

/** `key`: repeats with the same key have one effect. */
export interface Idempotent {
  key: string
}

export interface SubscriptionRequest extends Idempotent {
  subscriptionRef: string
}

export interface ChangeRequest {
  subscriptionRef: string
  priceRef: string
  prorationAt: Date
}

export interface PublishedPrice extends Money {
  interval: Interval
  priceRef: string
}

export interface CheckoutRequest extends Idempotent {
  ownerId: string
  customerRef: string
  priceRef: string
  trialDays: number
  /** The id of our row, as the provider keeps it with the checkout. */
  checkoutId: string
  returnUrl: string
  cancelUrl: string
  language: string
}

export interface StartedCheckout {
  checkoutRef: string
  url: string
  expiresAt: Date
}

/** `complete` says nothing about the payment: the subscription does. */
export interface CheckoutSnapshot {
  state: 'open' | 'complete' | 'expired'
  /** The last payment on it was refused. */
  isDeclined: boolean
  subscriptionRef: string | null
}

/** `lines` sum up to `due`. */
export interface InvoicePreview {
  lines: {
    kind: 'unused' | 'remaining' | 'full' | 'discount' | 'tax' | 'credit' | 'other'
    priceRef: string | null
    from: Date | null
    to: Date | null
    amount: number
  }[]
  currency: string
  due: number
  /** The next regular payment after the change. */
  next: { at: Date; amount: number }
}

/** `confirm`: the bank asks the user to confirm at `url`; the change applies once that is done. */
export type ChangeResult = { kind: 'done' } | { kind: 'confirm'; url: string } | { kind: 'declined' }

export interface CustomerSnapshot {
  customerRef: string
  /** The owner in the provider's metadata. */
  ownerId: string | null
  subscriptions: SubscriptionSnapshot[]
  invoices: InvoiceSnapshot[]
}

export interface SubscriptionSnapshot {
  ref: string
  priceRef: string
  state: SubscriptionState
  /** The provider's own word for the state. */
  rawState: string
  startedAt: Date
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  trialEndsAt: Date | null
  cancelsAt: Date | null
  endedAt: Date | null
  /** When the oldest unpaid invoice was issued; null unless a payment is missing. */
  pastDueSince: Date | null
  nextChange: { priceRef: string; at: Date } | null
}

/** Amounts in the minor unit of `currency`. `paid` is what was collected, before refunds. */
export interface InvoiceSnapshot {
  ref: string
  subscriptionRef: string | null
  number: string | null
  state: InvoiceState
  currency: string
  subtotal: number
  tax: number
  total: number
  paid: number
  refunded: number
  isDisputed: boolean
  periodStart: Date | null
  periodEnd: Date | null
  issuedAt: Date
  dueAt: Date | null
  paidAt: Date | null
  payUrl: string | null
  hasFile: boolean
  /** Of an open invoice: why its last payment failed, in the provider's code, and when the provider tries again. */
  declineCode: string | null
  nextAttemptAt: Date | null
}

/** `unreachable`: try again later, nothing is known. `refused`: the provider will not do it, and `message` says why. */
export class ProviderError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'missing'
  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
