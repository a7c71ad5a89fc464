// Makes charges as they are shown, those that succeeded and those that the bank refused.
import type Stripe from 'stripe'
import type { Decline } from '../cards.ts'
import { newId } from '../ids.ts'
import { idOrNull } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import type { StripeWorld } from '../world.ts'

/** `reason`: why it was refused; null if the money moved. */
export function makeCharge(
  world: StripeWorld,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline | null,
): Stripe.Charge {
  const id = newId(world, 'ch')
  const isPaid = reason === null
  const customer = idOrNull(intent.customer)
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid,
    created: timeOf(world, customer),
    currency: intent.currency,
    customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: reason?.code ?? null,
    failure_message: reason?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(reason),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardOf(method, intent.amount), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: isPaid ? `${world.url}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

const outcomeOf = (reason: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: reason ? 'declined_by_network' : 'approved_by_network',
  reason: reason?.declineCode ?? null,
  risk_level: 'normal',
  seller_message: reason ? 'The bank declined the payment.' : 'Payment complete.',
  type: reason ? 'issuer_declined' : 'authorized',
})

const cardOf = ({ card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card?.brand ?? null,
  checks: card?.checks ?? null,
  country: card?.country ?? null,
  electronic_commerce_indicator: null,
  exp_month: card?.exp_month ?? 12,
  exp_year: card?.exp_year ?? 2030,
  fingerprint: card?.fingerprint ?? null,
  funding: card?.funding ?? null,
  installments: null,
  last4: card?.last4 ?? null,
  mandate: null,
  network: card?.brand ?? null,
  network_token: null,
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
})
