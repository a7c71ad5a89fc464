// Makes setup intents, which save a card for later payments; the holder may have to confirm that at the bank.
import type Stripe from 'stripe'
import { type Decline, notTestCard, testCard } from '../cards.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { attach } from '../objects/payment-method.ts'
import { idOrNull } from '../objects/ref.ts'
import { timeOf } from '../time.ts'
import { need } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import type { ChargeOutcome } from './charge.ts'

export function addSetup(
  world: StripeWorld,
  customer: string | null,
  method: string | null,
  metadata: Record<string, string> = {},
): Stripe.SetupIntent {
  const id = newId(world, 'seti')
  const setup: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(world, `${id}_secret`),
    created: timeOf(world, customer),
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: 'off_session',
  }
  world.state.setupIntents.set(id, setup)
  emit(world, 'setup_intent.created', setup)
  return setup
}

export function confirmSetup(world: StripeWorld, setup: Stripe.SetupIntent, method: string, isConfirmed = false): ChargeOutcome {
  const card = testCard(world.state.cardNumbers.get(method) ?? '')
  const decline = card ? card.decline : notTestCard
  setup.payment_method = method
  if (decline) {
    failSetup(world, setup, decline)
    return { kind: 'declined', decline }
  }
  if (card?.confirm && !isConfirmed) {
    setup.status = 'requires_action'
    setup.next_action = { redirect_to_url: { return_url: null, url: `${world.url}/3ds/${setup.id}` }, type: 'redirect_to_url' }
    emit(world, 'setup_intent.requires_action', setup)
    return { kind: 'confirm' }
  }
  setup.status = 'succeeded'
  setup.next_action = null
  world.state.setUpMethods.set(method, true)
  const customer = idOrNull(setup.customer)
  if (customer !== null) attach(world, need(world.state.paymentMethods, method, 'payment method'), customer)
  emit(world, 'setup_intent.succeeded', setup)
  return { kind: 'succeeded' }
}

export function failSetup(world: StripeWorld, setup: Stripe.SetupIntent, reason: Decline): void {
  setup.status = 'requires_payment_method'
  setup.next_action = null
  setup.last_setup_error = {
    code: reason.code,
    ...(reason.declineCode && { decline_code: reason.declineCode }),
    message: reason.message,
    type: 'card_error',
  }
  emit(world, 'setup_intent.setup_failed', setup)
}
