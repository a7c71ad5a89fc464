// Opens Stripe's portal, where a customer changes the card, sees invoices, and cancels at the end of the period.
import type Stripe from 'stripe'
import { ProviderError } from '../provider.ts'
import { toLocale } from './checkout.ts'
import { callStripe } from './client.ts'
import { linkOf } from './refs.ts'

/** Grows when the configuration below changes: the one that Stripe has is found by it. */
const configurationVersion = '1'

export type OpenPortal = (portal: { customerRef: string; returnUrl: string; language: string }) => Promise<{ url: string }>

/** `publicUrl`: where our terms and the privacy policy are. */
export function bindPortal(client: Stripe, publicUrl: string): OpenPortal {
  let known: Promise<string> | null = null
  const configure = () => {
    known ??= findConfiguration(client, publicUrl).catch(error => {
      known = null
      throw error
    })
    return known
  }
  return async ({ customerRef, returnUrl, language }) =>
    callStripe(async () => {
      const session = await client.billingPortal.sessions.create({
        customer: customerRef,
        configuration: await configure(),
        return_url: returnUrl,
        locale: toLocale(language),
      })
      const url = linkOf(session.url)
      if (url === null) throw new ProviderError('refused', 'Stripe did not say where the portal is.')
      return { url }
    })
}

async function findConfiguration(client: Stripe, publicUrl: string): Promise<string> {
  for await (const configuration of client.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (configuration.metadata?.['mailferry'] === configurationVersion) return configuration.id
  const { id } = await client.billingPortal.configurations.create(toConfiguration(publicUrl), {
    idempotencyKey: `portal:${configurationVersion}:${publicUrl}`,
  })
  return id
}

/** Plans are changed on our pages, where a preview is agreed to and a smaller plan waits for the end of the period. */
const toConfiguration = (publicUrl: string): Stripe.BillingPortal.ConfigurationCreateParams => ({
  metadata: { mailferry: configurationVersion },
  default_return_url: `${publicUrl}/subscription`,
  business_profile: { terms_of_service_url: `${publicUrl}/terms`, privacy_policy_url: `${publicUrl}/privacy` },
  features: {
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: { enabled: false },
  },
})
