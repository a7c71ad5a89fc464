// Charges payment intents: the card's number decides whether the money moves, the bank refuses, or the holder has to confirm.
import type Stripe from 'stripe'
import { type Decline, notTestCard, testCard } from '../cards.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { makeCharge } from './charge-object.ts'

export type ChargeOutcome = { kind: 'succeeded' } | { kind: 'declined'; decline: Decline } | { kind: 'confirm' }

export interface IntentOrder {
  customer: string | null
  amount: number
  currency: string
  description: string | null
  method: string | null
  metadata: Record<string, string>
}

export function addIntent(world: StripeWorld, order: IntentOrder): Stripe.PaymentIntent {
  const id = newId(world, 'pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: order.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(world, `${id}_secret`),
    confirmation_method: 'automatic',
    created: timeOf(world, order.customer),
    currency: order.currency,
    customer: order.customer,
    customer_account: null,
    description: order.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: order.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: order.method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: order.method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  }
  world.state.paymentIntents.set(id, intent)
  emit(world, 'payment_intent.created', intent)
  return intent
}

/** What a charge of this method would come to, without charging it. */
export function foresee(world: StripeWorld, method: string, isConfirmed: boolean): ChargeOutcome {
  const card = testCard(world.state.cardNumbers.get(method) ?? '')
  const decline = card ? card.laterDecline : notTestCard
  if (decline) return { kind: 'declined', decline }
  const isSetUp = card?.confirm === 'unless_set_up' && world.state.setUpMethods.has(method)
  return card?.confirm && !isConfirmed && !isSetUp ? { kind: 'confirm' } : { kind: 'succeeded' }
}

/** `isConfirmed`: the holder has just confirmed this payment at the bank. */
export function chargeIntent(world: StripeWorld, intent: Stripe.PaymentIntent, method: string, isConfirmed = false): ChargeOutcome {
  const outcome = foresee(world, method, isConfirmed)
  intent.payment_method = method
  if (outcome.kind === 'succeeded') succeed(world, intent, method)
  if (outcome.kind === 'declined') decline(world, intent, outcome.decline)
  if (outcome.kind === 'confirm') {
    intent.status = 'requires_action'
    intent.next_action = { redirect_to_url: { return_url: null, url: `${world.url}/3ds/${intent.id}` }, type: 'redirect_to_url' }
    emit(world, 'payment_intent.requires_action', intent)
  }
  return outcome
}

function succeed(world: StripeWorld, intent: Stripe.PaymentIntent, method: string): void {
  if (intent.customer !== null && testCard(world.state.cardNumbers.get(method) ?? '')?.confirm) world.state.setUpMethods.set(method, true)
  const charge = makeCharge(world, intent, need(world.state.paymentMethods, method, 'payment method'), null)
  world.state.charges.set(charge.id, charge)
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null })
  intent.last_payment_error = null
  const customer = idOrNull(intent.customer)
  const invoice = invoiceOfIntent(world, intent.id)?.id ?? null
  const { amount, currency } = intent
  world.state.money.push({ at: timeOf(world, customer), kind: 'charge', customer, invoice, charge: charge.id, amount, currency })
  emit(world, 'charge.succeeded', charge)
  emit(world, 'payment_intent.succeeded', intent)
}

/** Also for a confirmation that the holder refused. */
export function decline(world: StripeWorld, intent: Stripe.PaymentIntent, reason: Decline): void {
  const method = world.state.paymentMethods.get(idOrNull(intent.payment_method) ?? '')
  if (method && reason.code !== 'payment_intent_authentication_failure') {
    const charge = makeCharge(world, intent, method, reason)
    world.state.charges.set(charge.id, charge)
    intent.latest_charge = charge.id
    emit(world, 'charge.failed', charge)
  }
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = {
    code: reason.code,
    ...(reason.declineCode && { decline_code: reason.declineCode }),
    message: reason.message,
    ...(method && { payment_method: method }),
    type: reason.code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
  }
  emit(world, 'payment_intent.payment_failed', intent)
}

export const confirmationRefused: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  param: null,
}

export function cancelIntent(world: StripeWorld, intent: Stripe.PaymentIntent, reason: Stripe.PaymentIntent.CancellationReason): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return
  intent.status = 'canceled'
  intent.canceled_at = timeOf(world, idOrNull(intent.customer))
  intent.cancellation_reason = reason
  intent.next_action = null
  emit(world, 'payment_intent.canceled', intent)
}

export function invoiceOfIntent(world: StripeWorld, intent: string): Stripe.Invoice | undefined {
  const payment = [...world.state.invoicePayments.values()].find(one => one.payment.payment_intent === intent)
  return payment && world.state.invoices.get(idOf(payment.invoice))
}
