// What people do on Stripe's hosted pages: complete a checkout, confirm at the bank, pay an invoice, and change things in the portal.
import type { CardEntry } from '../cards.ts'
import { finishCheckout, payerOf, payWithCard, successUrl } from '../checkout/complete.ts'
import { declinedBy, type HostedResult, resultOf } from '../checkout/result.ts'
import { updateTotals } from '../checkout/session.ts'
import { collect, customerOf, intentOf, methodFor } from '../invoicing/collect.ts'
import { isFor } from '../invoicing/discounts.ts'
import { changeCustomer } from '../objects/customer.ts'
import { couponOf, refusePromotion } from '../objects/discount.ts'
import { addCard, attach } from '../objects/payment-method.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { confirmationRefused, decline, invoiceOfIntent } from '../payments/charge.ts'
import { addSetup, confirmSetup, failSetup } from '../payments/setup.ts'
import { worldTime } from '../time.ts'
import { StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { changeItems } from './change.ts'
import { cancelAtEnd, keep } from './ending.ts'
import { changeSubscription, isOver } from './state.ts'

export type { HostedResult } from '../checkout/result.ts'

export interface CheckoutForm {
  /** Null: none given, which a trial may allow (`payment_method_collection: if_required`). */
  card: CardEntry | null
  email: string
  promotionCode?: string
}

export function completeCheckout(world: StripeWorld, sessionId: string, form: CheckoutForm): HostedResult {
  const session = world.state.checkoutSessions.get(sessionId)
  if (!session || session.status === 'expired' || session.expires_at <= worldTime(world))
    return refused('This checkout session has expired.')
  // A double click pays once.
  if (session.status === 'complete') return { kind: 'done', url: successUrl(session) }
  if (form.promotionCode) {
    const entered = enterPromotionCode(world, sessionId, form.promotionCode)
    if (entered.kind !== 'done') return entered
  }
  const payer = payerOf(world, session, form.email)
  if (form.card) return guard(() => payWithCard(world, payer, form.card ?? { number: '' }))
  const needsCard = session.payment_method_collection !== 'if_required' || (session.amount_total ?? 0) > 0
  return needsCard ? refused('Enter your card.') : finishCheckout(world, payer, null)
}

/** Checks a code typed on the checkout page and puts its discount on the session; the totals of the session change. */
export function enterPromotionCode(world: StripeWorld, sessionId: string, code: string): HostedResult {
  const session = world.state.checkoutSessions.get(sessionId)
  const order = world.state.checkoutOrders.get(sessionId)
  const promotion = [...world.state.promotionCodes.values()].find(one => one.code.toLowerCase() === code.trim().toLowerCase())
  if (!session || !order || !session.allow_promotion_codes || !promotion) return refused('This code is invalid.')
  const problem = refusePromotion(world, promotion, idOrNull(session.customer))
  if (problem !== null) return refused(problem)
  if (!order.items.some(item => isFor(world, couponOf(promotion), world.state.prices.get(item.price))))
    return refused('This code is invalid.')
  order.discount = { coupon: couponOf(promotion), promotionCode: promotion.id }
  updateTotals(world, session)
  return { kind: 'done', url: null }
}

export function confirmPayment(world: StripeWorld, intentId: string, outcome: 'complete' | 'fail'): HostedResult {
  const session = [...world.state.checkoutSessions.values()].find(
    one => world.state.checkoutOrders.get(one.id)?.confirming?.intent === intentId && one.status === 'open',
  )
  const payment = world.state.paymentIntents.get(intentId)
  const setup = world.state.setupIntents.get(intentId)
  if ((payment ?? setup)?.status !== 'requires_action') return refused('This payment was already confirmed or ended.')
  const method = idOrNull((payment ?? setup)?.payment_method)
  if (outcome === 'fail' || method === null) {
    if (payment) decline(world, payment, confirmationRefused)
    if (setup) failSetup(world, setup, { ...confirmationRefused, code: 'setup_intent_authentication_failure' })
    return declinedBy(confirmationRefused)
  }
  if (setup && confirmSetup(world, setup, method, true).kind === 'succeeded' && !session)
    return useCard(world, idOrNull(setup.customer), method)
  if (session) return guard(() => confirmCheckout(world, session.id, method))
  const invoice = invoiceOfIntent(world, intentId)
  if (!invoice) return refused('This payment belongs to nothing that can be paid here.')
  return resultOf(collect(world, invoice, method, 'confirmed'), intentId)
}

// The payment that was confirmed becomes the one of the subscription's first invoice.
function confirmCheckout(world: StripeWorld, sessionId: string, method: string): HostedResult {
  const session = world.state.checkoutSessions.get(sessionId)
  const card = world.state.paymentMethods.get(method)
  const customer = idOrNull(session?.customer)
  if (!session || !card || customer === null) return refused('This checkout session has expired.')
  attach(world, card, customer)
  const confirmed = world.state.paymentIntents.get(idOrNull(session.payment_intent) ?? '')
  const result = finishCheckout(world, payerOf(world, session, ''), method, true)
  if (confirmed && result.kind === 'done')
    Object.assign(confirmed, { status: 'canceled', next_action: null, cancellation_reason: 'duplicate' })
  return result
}

/** Null pays with the customer's default card. */
export function payInvoice(world: StripeWorld, invoiceId: string, card: CardEntry | null): HostedResult {
  const invoice = world.state.invoices.get(invoiceId)
  if (!invoice) return refused('There is no such invoice.')
  if (invoice.status === 'paid') return { kind: 'done', url: null }
  if (invoice.status !== 'open') return refused('This invoice can no longer be paid.')
  return guard(() => {
    if (!card) return resultOf(collect(world, invoice, methodFor(world, invoice), 'by_hand'), intentOf(world, invoice)?.id ?? null)
    const method = addCard(world, card)
    attach(world, method, customerOf(invoice))
    const outcome = collect(world, invoice, method.id, 'by_hand')
    return resultOf(outcome, intentOf(world, invoice)?.id ?? null)
  })
}

export function portalCancel(world: StripeWorld, subscriptionId: string): HostedResult {
  const subscription = world.state.subscriptions.get(subscriptionId)
  if (!subscription) return refused('There is no such subscription.')
  return guard(() => {
    cancelAtEnd(world, subscription)
    return { kind: 'done', url: null }
  })
}

export function portalResume(world: StripeWorld, subscriptionId: string): HostedResult {
  const subscription = world.state.subscriptions.get(subscriptionId)
  if (!subscription) return refused('There is no such subscription.')
  return guard(() => {
    keep(world, subscription)
    return { kind: 'done', url: null }
  })
}

/** Changes the plan now, with proration as the portal's configuration says. */
export function portalSwitchPlan(world: StripeWorld, subscriptionId: string, priceId: string): HostedResult {
  const subscription = world.state.subscriptions.get(subscriptionId)
  const item = subscription?.items.data[0]
  if (!subscription || !item) return refused('There is no such subscription.')
  return guard(() => {
    const change = { id: item.id, price: priceId, quantity: null, deleted: false, metadata: null }
    const order = {
      items: [change],
      prorationBehavior: 'always_invoice' as const,
      prorationDate: null,
      trialEnd: null,
      resetsAnchor: false,
    }
    const { invoice, outcome } = changeItems(world, subscription, order, 'pending_if_incomplete')
    return resultOf(outcome, invoice && (intentOf(world, invoice)?.id ?? null))
  })
}

/** Attaches a card and makes it the default of the customer and its subscriptions. */
export function portalUpdateCard(world: StripeWorld, customerId: string, card: CardEntry): HostedResult {
  return guard(() => {
    const method = addCard(world, card)
    const setup = addSetup(world, customerId, method.id)
    const outcome = confirmSetup(world, setup, method.id)
    if (outcome.kind !== 'succeeded') return resultOf(outcome, setup.id)
    return useCard(world, customerId, method.id)
  })
}

function useCard(world: StripeWorld, customerId: string | null, method: string): HostedResult {
  const customer = world.state.customers.get(customerId ?? '')
  if (customer) changeCustomer(world, customer, { defaultPaymentMethod: method })
  for (const subscription of world.state.subscriptions.values())
    if (customer && idOf(subscription.customer) === customer.id && subscription.default_payment_method !== null && !isOver(subscription))
      changeSubscription(world, subscription, { default_payment_method: method })
  return { kind: 'done', url: null }
}

const refused = (message: string): HostedResult => ({ kind: 'refused', message })

// What the API would answer with an error, a page shows as a sentence.
function guard(run: () => HostedResult): HostedResult {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    if (error.status !== 402) return refused(error.message)
    return {
      kind: 'declined',
      code: error.body.code ?? 'card_declined',
      declineCode: error.body.decline_code ?? null,
      message: error.message,
    }
  }
}
