// Defines the account settings of the Stripe stand-in: retries of failed payments, tax, keys, and the seed of its ids.
import { z } from 'zod/mini'

export const stripeSettingsShape = z.strictObject({
  seed: z.int(),
  /** Days between a failed payment and the next attempt. */
  retryDays: z.array(z.number().check(z.positive())),
  /** What becomes of a subscription once the retries are used up. */
  afterRetries: z.enum(['canceled', 'unpaid', 'past_due']),
  /** How long a renewal's invoice stays a draft. */
  draftSeconds: z.int().check(z.nonnegative()),
  /** The exclusive rate that automatic tax adds. */
  taxPercent: z.number().check(z.nonnegative()),
  /** How long before a renewal invoice.upcoming is sent. */
  upcomingDays: z.number().check(z.nonnegative()),
  /** How long a test clock is `advancing`. */
  clockAdvanceMs: z.int().check(z.nonnegative()),
  /** Null accepts every key of test mode (sk_test_…, rk_test_…). */
  secretKeys: z.nullable(z.array(z.string())),
})
export type StripeSettings = z.infer<typeof stripeSettingsShape>

export const defaultSettings: StripeSettings = {
  seed: 1,
  retryDays: [1, 3, 5, 7],
  afterRetries: 'canceled',
  draftSeconds: 3600,
  taxPercent: 0,
  upcomingDays: 7,
  clockAdvanceMs: 20,
  secretKeys: null,
}
