// Looks at our account at Stripe for the doctor: the webhook, its events, and Stripe's clock.
import type Stripe from 'stripe'
import { callStripe } from './client.ts'

export interface StripeInspection {
  webhook: 'ok' | 'missing' | 'disabled' | 'incomplete'
  missingEvents: string[]
  /** By the clock of Stripe, in whole seconds; null if unknown. */
  at: Date | null
}

/** What is not among them comes with one of these, or changes nothing here. */
export const neededEvents: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
]

export async function inspectStripe(client: Stripe, webhookUrl: string): Promise<StripeInspection> {
  const { data, lastResponse } = await callStripe(() => client.webhookEndpoints.list({ limit: 100 }))
  const date = Date.parse(new Headers(lastResponse.headers).get('date') ?? '')
  const at = Number.isNaN(date) ? null : new Date(date)
  const ours = data.filter(({ url }) => url === webhookUrl)
  const enabled = ours.find(({ status }) => status === 'enabled')
  if (!enabled) return { webhook: ours.length > 0 ? 'disabled' : 'missing', missingEvents: [], at }
  const sent = enabled.enabled_events
  const missingEvents = sent.includes('*') ? [] : neededEvents.filter(event => !sent.includes(event))
  return { webhook: missingEvents.length > 0 ? 'incomplete' : 'ok', missingEvents, at }
}
