// Settings for subscriptions: who takes payments, and how long a missing one is waited for.
import { z } from 'zod/mini'
import { count, list, type ModeEnv } from './values.ts'

export const billingSettings = {
  BILLING_PROVIDER: z._default(z.enum(['', 'stripe', 'invoice']), ''),
  BILLING_CURRENCY: z._default(z.string().check(z.regex(/^[a-z]{3}$/, 'write a currency as usd or eur')), 'usd'),
  BILLING_GRACE_DAYS: z._default(count, 7),
  STRIPE_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  STRIPE_SECRET_KEY: z._default(z.string(), ''),
  STRIPE_WEBHOOK_SECRETS: z._default(list, []),
  STRIPE_TAX: z._default(z.stringbool(), false),
  STRIPE_TIMEOUT_MS: z._default(count, 10_000),
  INVOICE_DUE_DAYS: z._default(count, 14),
  INVOICE_INSTRUCTIONS: z._default(z.string().check(z.maxLength(2000)), ''),
}

const Settings = z.object(billingSettings)
type BillingEnv = z.infer<typeof Settings> & ModeEnv

const stripeUrl = 'https://api.stripe.com'

/** Only the sandbox's stand-in accepts these; production refuses them. */
export const sandboxSecrets = { key: 'sk_test_sandbox', webhook: 'whsec_sandbox' }

export type BillingConfig = ReturnType<typeof toBillingConfig>

/** `provider` is null where nothing is sold: everything is free and unlimited. */
export function toBillingConfig(e: BillingEnv) {
  const isSandbox = e.MODE === 'sandbox'
  return {
    provider: e.BILLING_PROVIDER || null,
    currency: e.BILLING_CURRENCY,
    graceDays: e.BILLING_GRACE_DAYS,
    stripe: {
      url: (e.STRIPE_URL || stripeUrl).replace(/\/$/, ''),
      secretKey: e.STRIPE_SECRET_KEY || (isSandbox ? sandboxSecrets.key : ''),
      webhookSecrets: e.STRIPE_WEBHOOK_SECRETS.length > 0 ? e.STRIPE_WEBHOOK_SECRETS : isSandbox ? [sandboxSecrets.webhook] : [],
      tax: e.STRIPE_TAX,
      timeoutMs: e.STRIPE_TIMEOUT_MS,
    },
    invoice: { dueDays: e.INVOICE_DUE_DAYS, instructions: e.INVOICE_INSTRUCTIONS },
  }
}
