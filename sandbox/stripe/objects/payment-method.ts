// Makes cards, attaches them to customers and detaches them.
import type Stripe from 'stripe'
import { type CardEntry, cardDigits, notTestCard, testCard } from '../cards.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { worldTime } from '../time.ts'
import { cardFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changeCustomer } from './customer.ts'

export function addCard(world: StripeWorld, card: CardEntry): Stripe.PaymentMethod {
  const digits = cardDigits(card)
  const method: Stripe.PaymentMethod = {
    id: newId(world, 'pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: {
      address: { city: null, country: card.country ?? null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: card.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: cardDetails(world, card, digits),
    created: worldTime(world),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  world.state.paymentMethods.set(method.id, method)
  world.state.cardNumbers.set(method.id, digits)
  return method
}

function cardDetails(world: StripeWorld, card: CardEntry, digits: string): Stripe.PaymentMethod.Card {
  const brand = digits.startsWith('5') ? 'mastercard' : 'visa'
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand,
    exp_month: card.expMonth ?? 12,
    exp_year: card.expYear ?? new Date(worldTime(world) * 1000).getUTCFullYear() + 4,
    fingerprint: `fp${digits}`,
    funding: 'credit',
    generated_from: null,
    last4: digits.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

/** Refuses what the bank refuses already when a card is added. */
export function attach(world: StripeWorld, method: Stripe.PaymentMethod, customer: string): void {
  if (method.customer === customer) return
  const card = testCard(world.state.cardNumbers.get(method.id) ?? '')
  const decline = card ? card.decline : notTestCard
  if (decline) throw cardFailure(decline)
  method.customer = customer
  emit(world, 'payment_method.attached', method)
}

export function detach(world: StripeWorld, method: Stripe.PaymentMethod): void {
  const customer = typeof method.customer === 'string' ? world.state.customers.get(method.customer) : undefined
  method.customer = null
  emit(world, 'payment_method.detached', method, { customer: customer?.id ?? null })
  if (customer?.invoice_settings.default_payment_method === method.id) changeCustomer(world, customer, { defaultPaymentMethod: null })
  for (const one of world.state.subscriptions.values()) if (one.default_payment_method === method.id) one.default_payment_method = null
}
