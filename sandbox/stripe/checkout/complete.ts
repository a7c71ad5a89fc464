// Completes a checkout: the card is tried, the holder may have to confirm at the bank, then the subscription is made and paid.
import type Stripe from 'stripe'
import { subscribe } from '../billing/subscribe.ts'
import type { CardEntry } from '../cards.ts'
import { addCustomer, changeCustomer } from '../objects/customer.ts'
import { addCard, attach } from '../objects/payment-method.ts'
import { idOrNull } from '../objects/ref.ts'
import { addIntent, cancelIntent, chargeIntent, foresee } from '../payments/charge.ts'
import { addSetup, confirmSetup } from '../payments/setup.ts'
import { daySeconds, timeOf } from '../time.ts'
import { need } from '../wire/failure.ts'
import type { CheckoutOrder, StripeWorld } from '../world.ts'
import { declinedBy, type HostedResult } from './result.ts'
import { completeSession, detailsOf } from './session.ts'

export interface Payer {
  session: Stripe.Checkout.Session
  order: CheckoutOrder
  customer: string
}

/** The customer of the session, or a new one with this email. */
export function payerOf(world: StripeWorld, session: Stripe.Checkout.Session, email: string): Payer {
  const order = need(world.state.checkoutOrders, session.id, 'checkout session')
  const customer = idOrNull(session.customer) ?? addCustomer(world, { email }, null).id
  const known = world.state.customers.get(customer)
  if (known && known.email === null && email !== '') changeCustomer(world, known, { email })
  session.customer = customer
  session.customer_details = detailsOf(world, customer, email)
  return { session, order, customer }
}

export function payWithCard(world: StripeWorld, payer: Payer, card: CardEntry): HostedResult {
  const method = addCard(world, card)
  if ((payer.session.amount_total ?? 0) === 0) return setUpCard(world, payer, method)
  const outcome = foresee(world, method.id, false)
  if (outcome.kind === 'succeeded') {
    attach(world, method, payer.customer)
    return finishCheckout(world, payer, method.id)
  }
  // The payment is made visible before there is a subscription, which only a confirmed payment makes.
  const intent = addIntent(world, {
    customer: payer.customer,
    amount: payer.session.amount_total ?? 0,
    currency: payer.session.currency ?? 'usd',
    description: 'Subscription creation',
    method: method.id,
    metadata: {},
  })
  const old = world.state.paymentIntents.get(idOrNull(payer.session.payment_intent) ?? '')
  if (old) cancelIntent(world, old, 'abandoned')
  payer.session.payment_intent = intent.id
  chargeIntent(world, intent, method.id)
  if (outcome.kind === 'declined') return declinedBy(outcome.decline)
  payer.order.confirming = { intent: intent.id, method: method.id }
  return { kind: 'confirm', intent: intent.id }
}

function setUpCard(world: StripeWorld, payer: Payer, method: Stripe.PaymentMethod): HostedResult {
  const setup = addSetup(world, payer.customer, method.id)
  payer.session.setup_intent = setup.id
  const outcome = confirmSetup(world, setup, method.id)
  if (outcome.kind === 'declined') return declinedBy(outcome.decline)
  if (outcome.kind === 'succeeded') return finishCheckout(world, payer, method.id)
  payer.order.confirming = { intent: setup.id, method: method.id }
  return { kind: 'confirm', intent: setup.id }
}

/** `method`: null if a trial starts without a card. `isConfirmed`: by the bank, just now. */
export function finishCheckout(world: StripeWorld, payer: Payer, method: string | null, isConfirmed = false): HostedResult {
  const { session, order, customer } = payer
  order.confirming = null
  const buyer = need(world.state.customers, customer, 'customer')
  if (method !== null && buyer.invoice_settings.default_payment_method === null)
    changeCustomer(world, buyer, { defaultPaymentMethod: method })
  if (session.mode === 'setup') {
    completeSession(world, session, { payment_status: 'no_payment_required' })
    return { kind: 'done', url: successUrl(session) }
  }
  const at = timeOf(world, customer)
  const { subscription, invoice, outcome } = subscribe(
    world,
    {
      customer,
      items: order.items.map(item => ({ ...item, metadata: {} })),
      trialEnd: order.trialEnd ?? (order.trialPeriodDays === null ? null : at + order.trialPeriodDays * daySeconds),
      missingPaymentMethod: order.missingPaymentMethod,
      metadata: order.subscriptionMetadata,
      discounts: order.discount ? [order.discount] : [],
      defaultPaymentMethod: method,
      paymentBehavior: 'allow_incomplete',
      isTaxAutomatic: order.isTaxAutomatic,
      taxRates: [],
      description: order.description,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      session: session.id,
    },
    isConfirmed ? 'confirmed' : 'scheduled',
  )
  if (outcome?.kind === 'declined') return declinedBy(outcome.decline)
  completeSession(world, session, {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_intent: null,
    payment_status: invoice.amount_due > 0 ? 'paid' : 'no_payment_required',
  })
  return { kind: 'done', url: successUrl(session) }
}

export const successUrl = (session: Stripe.Checkout.Session): string | null =>
  session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
