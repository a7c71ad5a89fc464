// Takes invoices through their states: draft, open, paid, void, uncollectible; and collects their payments.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { addToBalance, nextInvoiceNumber } from '../objects/customer.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { addIntent, type ChargeOutcome, cancelIntent, chargeIntent } from '../payments/charge.ts'
import { timeOf } from '../time.ts'
import { need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { dueOf } from './build.ts'
import { afterFailure, afterPayment } from './reactions.ts'

export function saveDraft(world: StripeWorld, invoice: Stripe.Invoice): Stripe.Invoice {
  world.state.invoices.set(invoice.id, invoice)
  const customer = world.state.customers.get(customerOf(invoice))
  if (customer) customer.currency ??= invoice.currency
  emit(world, 'invoice.created', invoice)
  return invoice
}

export function finalizeInvoice(world: StripeWorld, invoice: Stripe.Invoice): void {
  const customer = need(world.state.customers, customerOf(invoice), 'customer')
  const at = timeOf(world, customer.id)
  const due = dueOf(invoice.total, customer.balance)
  Object.assign(invoice, due)
  // A total below zero becomes credit; one above it uses credit up.
  const change = invoice.total < 0 ? invoice.total : invoice.total - due.amount_due
  addToBalance(world, customer.id, change)
  invoice.ending_balance = customer.balance
  invoice.number = nextInvoiceNumber(world, customer.id)
  invoice.status = 'open'
  invoice.automatically_finalizes_at = null
  invoice.effective_at = at
  invoice.status_transitions.finalized_at = at
  invoice.hosted_invoice_url = `${world.url}/i/${invoice.id}`
  invoice.invoice_pdf = `${world.url}/i/${invoice.id}/pdf`
  if (due.amount_due > 0) addPayment(world, invoice)
  emit(world, 'invoice.finalized', invoice)
  if (due.amount_due === 0) markPaid(world, invoice)
}

function addPayment(world: StripeWorld, invoice: Stripe.Invoice): void {
  const intent = addIntent(world, {
    customer: customerOf(invoice),
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    method: null,
    metadata: {},
  })
  const payment: Stripe.InvoicePayment = {
    id: newId(world, 'inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: intent.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  world.state.invoicePayments.set(payment.id, payment)
}

/** Null where there is nothing to pay. */
export function intentOf(world: StripeWorld, invoice: Stripe.Invoice): Stripe.PaymentIntent | null {
  const intent = paymentOf(world, invoice)?.payment.payment_intent
  return intent ? (world.state.paymentIntents.get(idOf(intent)) ?? null) : null
}

const paymentOf = (world: StripeWorld, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined =>
  [...world.state.invoicePayments.values()].find(one => one.invoice === invoice.id && one.is_default)

/** `scheduled`: by the account's retry schedule; other attempts leave the schedule alone. `confirmed`: just now, at the bank. */
export type Attempt = 'scheduled' | 'by_hand' | 'confirmed'

/** Charges an open invoice; the subscription follows what comes of it. */
export function collect(world: StripeWorld, invoice: Stripe.Invoice, method: string | null, attempt: Attempt): ChargeOutcome {
  const intent = intentOf(world, invoice)
  if (invoice.status !== 'open' || !intent) return { kind: 'succeeded' }
  const isCounted = attempt === 'scheduled' || !invoice.attempted
  invoice.attempted = true
  if (isCounted) invoice.attempt_count += 1
  const outcome: ChargeOutcome = method === null ? noMethod : chargeIntent(world, intent, method, attempt === 'confirmed')
  if (outcome.kind === 'succeeded') markPaid(world, invoice)
  else {
    if (isCounted) afterFailure(world, invoice)
    if (outcome.kind === 'confirm') emit(world, 'invoice.payment_action_required', invoice)
    emit(world, 'invoice.payment_failed', invoice)
  }
  return outcome
}

const noMethod: ChargeOutcome = {
  kind: 'declined',
  decline: {
    code: 'resource_missing',
    declineCode: null,
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    param: null,
  },
}

/** The default method of the subscription, else of the customer. */
export function methodFor(world: StripeWorld, invoice: Stripe.Invoice): string | null {
  const subscription = world.state.subscriptions.get(subscriptionOf(invoice) ?? '')
  const customer = world.state.customers.get(customerOf(invoice))
  return (
    idOrNull(invoice.default_payment_method) ??
    idOrNull(subscription?.default_payment_method) ??
    idOrNull(customer?.invoice_settings.default_payment_method)
  )
}

/** `isOutOfBand`: paid elsewhere, so that no money moves here. */
export function markPaid(world: StripeWorld, invoice: Stripe.Invoice, isOutOfBand = false): void {
  const at = timeOf(world, customerOf(invoice))
  invoice.status = 'paid'
  invoice.attempted = true
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = at
  const payment = paymentOf(world, invoice)
  const intent = intentOf(world, invoice)
  if (isOutOfBand && intent) cancelIntent(world, intent, 'void_invoice')
  if (payment && !isOutOfBand) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = at
    emit(world, 'invoice_payment.paid', payment)
  }
  emit(world, 'invoice.paid', invoice)
  emit(world, 'invoice.payment_succeeded', invoice)
  afterPayment(world, invoice)
}

export function voidInvoice(world: StripeWorld, invoice: Stripe.Invoice): void {
  close(world, invoice, 'void')
  invoice.status_transitions.voided_at = timeOf(world, customerOf(invoice))
  emit(world, 'invoice.voided', invoice)
}

export function markUncollectible(world: StripeWorld, invoice: Stripe.Invoice): void {
  close(world, invoice, 'uncollectible')
  invoice.status_transitions.marked_uncollectible_at = timeOf(world, customerOf(invoice))
  emit(world, 'invoice.marked_uncollectible', invoice)
}

function close(world: StripeWorld, invoice: Stripe.Invoice, status: 'void' | 'uncollectible'): void {
  invoice.status = status
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.automatically_finalizes_at = null
  const intent = status === 'void' ? intentOf(world, invoice) : null
  if (intent) cancelIntent(world, intent, 'void_invoice')
}

export const customerOf = (invoice: Stripe.Invoice): string => idOrNull(invoice.customer) ?? ''

export const subscriptionOf = (invoice: Stripe.Invoice): string | null => idOrNull(invoice.parent?.subscription_details?.subscription)
