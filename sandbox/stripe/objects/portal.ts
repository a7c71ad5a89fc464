// Makes portal configurations and sessions.
import type Stripe from 'stripe'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { worldTime } from '../time.ts'
import type { StripeWorld } from '../world.ts'

export type PortalOrder = Pick<
  Stripe.BillingPortal.Configuration,
  'active' | 'business_profile' | 'default_return_url' | 'features' | 'is_default' | 'metadata' | 'name'
>

export function addPortalConfiguration(world: StripeWorld, order: PortalOrder): Stripe.BillingPortal.Configuration {
  const at = worldTime(world)
  const configuration: Stripe.BillingPortal.Configuration = {
    id: newId(world, 'bpc'),
    object: 'billing_portal.configuration',
    application: null,
    created: at,
    livemode: false,
    login_page: { enabled: false, url: null },
    updated: at,
    ...order,
  }
  world.state.portalConfigurations.set(configuration.id, configuration)
  emit(world, 'billing_portal.configuration.created', configuration)
  return configuration
}

/** Everything is on, as in a new account's dashboard. */
export const defaultFeatures: Stripe.BillingPortal.Configuration.Features = {
  customer_update: { allowed_updates: ['email', 'tax_id'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

export function defaultConfiguration(world: StripeWorld): Stripe.BillingPortal.Configuration {
  const known = [...world.state.portalConfigurations.values()].find(one => one.is_default)
  return (
    known ??
    addPortalConfiguration(world, {
      active: true,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      default_return_url: null,
      features: defaultFeatures,
      is_default: true,
      metadata: {},
      name: null,
    })
  )
}

export function addPortalSession(
  world: StripeWorld,
  order: { customer: string; configuration: string; returnUrl: string | null; locale: string | null },
): Stripe.BillingPortal.Session {
  const id = newId(world, 'bps')
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: order.configuration,
    created: worldTime(world),
    customer: order.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: order.locale,
    on_behalf_of: null,
    return_url: order.returnUrl,
    url: `${world.url}/p/session/${id}`,
  }
  world.state.portalSessions.set(id, session)
  emit(world, 'billing_portal.session.created', session)
  return session
}
