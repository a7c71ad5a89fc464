// Gathers what the customer portal shows for a session.
import type Stripe from 'stripe'
import { idOf, idOrNull } from '../../objects/ref.ts'
import type { StripeWorld } from '../../world.ts'

export interface PortalView {
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
  features: Stripe.BillingPortal.Configuration.Features
  /** Those that are alive, the newest first. */
  subscriptions: Stripe.Subscription[]
  card: { last4: string; exp_month: number; exp_year: number } | null
  /** The prices that the configuration lets people switch to. */
  plans: Stripe.Price[]
  /** The newest first, without drafts. */
  invoices: Stripe.Invoice[]
}

const ended = ['canceled', 'incomplete_expired']

/** Null if there is no such session. */
export function readPortal({ state }: StripeWorld, id: string): PortalView | null {
  const session = state.portalSessions.get(id)
  const customer = state.customers.get(session?.customer ?? '')
  const configuration = session && state.portalConfigurations.get(idOf(session.configuration))
  if (!session || !customer || !configuration) return null
  const method = customer.invoice_settings.default_payment_method
  const isTheirs = (one: { customer: string | { id: string } | null }) => idOrNull(one.customer) === customer.id
  return {
    session,
    customer,
    features: configuration.features,
    subscriptions: newestFirst([...state.subscriptions.values()].filter(one => isTheirs(one) && !ended.includes(one.status))),
    card: state.paymentMethods.get(idOrNull(method) ?? '')?.card ?? null,
    plans: listPlans(state.prices, configuration.features),
    invoices: newestFirst([...state.invoices.values()].filter(one => isTheirs(one) && one.status !== 'draft')),
  }
}

function listPlans(prices: Map<string, Stripe.Price>, { subscription_update: update }: PortalView['features']): Stripe.Price[] {
  if (!update.enabled || !update.default_allowed_updates.includes('price')) return []
  return (update.products ?? []).flatMap(product => product.prices).flatMap(id => prices.get(id) ?? [])
}

export const priceOf = (subscription: Stripe.Subscription): Stripe.Price | undefined => subscription.items.data[0]?.price

const newestFirst = <One extends { created: number }>(all: One[]): One[] => all.toReversed().toSorted((a, b) => b.created - a.created)
