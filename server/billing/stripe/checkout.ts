// Makes customers, and sends them to Stripe's hosted pages: Checkout for a first payment, the portal for cards and invoices.
import type Stripe from 'stripe'
import { type CheckoutRequest, type CheckoutSnapshot, ProviderError, type StartedCheckout } from '../provider.ts'
import { callStripe } from './client.ts'
import { linkOf, refOf } from './refs.ts'

/** A repeated call returns the same customer, because what is created never differs; only then are email and language set. */
export async function createCustomer(client: Stripe, owner: { ownerId: string; email: string; language: string }): Promise<string> {
  const { ownerId, email, language } = owner
  return callStripe(async () => {
    const { id } = await client.customers.create({ metadata: { owner_id: ownerId } }, { idempotencyKey: `customer:${ownerId}` })
    await client.customers.update(id, { email, preferred_locales: [language] })
    return id
  })
}

export async function startCheckout(client: Stripe, checkout: CheckoutRequest, isTaxed: boolean): Promise<StartedCheckout> {
  const session = await callStripe(() =>
    client.checkout.sessions.create(toSessionParams(checkout, isTaxed), { idempotencyKey: checkout.key }),
  )
  const url = linkOf(session.url)
  if (url === null) throw new ProviderError('refused', 'Stripe did not say where to pay.')
  return { checkoutRef: session.id, url, expiresAt: new Date(session.expires_at * 1000) }
}

function toSessionParams(checkout: CheckoutRequest, isTaxed: boolean): Stripe.Checkout.SessionCreateParams {
  const { ownerId, customerRef, priceRef, trialDays, checkoutId, returnUrl, cancelUrl, language } = checkout
  const owner = { owner_id: ownerId, checkout_id: checkoutId }
  return {
    mode: 'subscription',
    customer: customerRef,
    client_reference_id: ownerId,
    metadata: owner,
    line_items: [{ price: priceRef, quantity: 1 }],
    subscription_data: {
      metadata: owner,
      ...(trialDays > 0 && {
        trial_period_days: trialDays,
        // Without a card at the end of the trial, the free plan applies.
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    ...(trialDays > 0 && { payment_method_collection: 'if_required' }),
    allow_promotion_codes: true,
    automatic_tax: { enabled: isTaxed },
    // Stripe Tax keeps the address that is typed in, and the business that a tax number belongs to.
    ...(isTaxed && { tax_id_collection: { enabled: true }, customer_update: { address: 'auto', name: 'auto' } }),
    success_url: returnUrl,
    cancel_url: cancelUrl,
    locale: toLocale(language),
  }
}

/** Stripe's pages exist in English and Spanish; for other languages the browser decides. */
export const toLocale = (language: string): 'en' | 'es' | 'auto' => (language === 'en' || language === 'es' ? language : 'auto')

export async function readCheckout(client: Stripe, checkoutRef: string): Promise<CheckoutSnapshot> {
  return toCheckout(await callStripe(() => client.checkout.sessions.retrieve(checkoutRef, { expand: ['subscription', 'payment_intent'] })))
}

/** After this nobody can pay on it. One that is complete is refused: it was paid. */
export async function expireCheckout(client: Stripe, checkoutRef: string): Promise<void> {
  try {
    await callStripe(() => client.checkout.sessions.expire(checkoutRef))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    const { state } = await readCheckout(client, checkoutRef)
    if (state !== 'expired') throw error
  }
}

function toCheckout({ status, subscription, payment_intent }: Stripe.Checkout.Session): CheckoutSnapshot {
  const state = status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open'
  const isRefused = typeof payment_intent === 'object' && payment_intent?.last_payment_error != null
  const isOver = typeof subscription === 'object' && subscription?.status === 'incomplete_expired'
  return { state, isDeclined: isRefused || isOver, subscriptionRef: refOf(subscription) }
}
