// Decides what becomes of a subscription when one of its invoices is paid, or a payment fails: retries, then the end by settings.
import type Stripe from 'stripe'
import { applyPendingUpdate } from '../billing/items.ts'
import { changeSubscription, endSubscription } from '../billing/state.ts'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../objects/ref.ts'
import { daySeconds, timeOf } from '../time.ts'
import type { StripeWorld } from '../world.ts'

export function afterPayment(world: StripeWorld, invoice: Stripe.Invoice): void {
  const subscription = ownerOf(world, invoice)
  if (!subscription) return
  if (world.state.subscriptionNotes.get(subscription.id)?.pendingInvoice === invoice.id) applyPendingUpdate(world, subscription)
  const latest = world.state.invoices.get(idOrNull(subscription.latest_invoice) ?? '')
  if (latest?.status !== 'paid' || !['incomplete', 'past_due', 'unpaid', 'paused'].includes(subscription.status)) return
  const wasPaused = subscription.status === 'paused'
  changeSubscription(world, subscription, { status: 'active' })
  if (wasPaused) emit(world, 'customer.subscription.resumed', subscription)
}

/** The failed attempt is already counted. The first invoice is not retried: the subscription stays incomplete. */
export function afterFailure(world: StripeWorld, invoice: Stripe.Invoice): void {
  const subscription = ownerOf(world, invoice)
  invoice.next_payment_attempt = null
  if (!subscription || invoice.billing_reason === 'subscription_create') return
  if (world.state.subscriptionNotes.get(subscription.id)?.pendingInvoice === invoice.id) return
  const days = world.settings.retryDays[invoice.attempt_count - 1]
  const at = timeOf(world, idOf(subscription.customer))
  if (days !== undefined) {
    invoice.next_payment_attempt = at + Math.round(days * daySeconds)
    if (subscription.status === 'active' || subscription.status === 'trialing')
      changeSubscription(world, subscription, { status: 'past_due' })
    return
  }
  invoice.auto_advance = false
  if (world.settings.afterRetries === 'canceled') endSubscription(world, subscription, 'payment_failed')
  else if (subscription.status !== world.settings.afterRetries)
    changeSubscription(world, subscription, { status: world.settings.afterRetries })
}

function ownerOf(world: StripeWorld, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOrNull(invoice.parent?.subscription_details?.subscription)
  const subscription = id === null ? undefined : world.state.subscriptions.get(id)
  return subscription && !['canceled', 'incomplete_expired'].includes(subscription.status) ? subscription : undefined
}
