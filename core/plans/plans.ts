// Defines what a plan is: what it costs, and what it allows.
import { z } from 'zod/mini'
import { Money } from './money.ts'

export const Interval = z.enum(['month', 'year'])
export type Interval = z.infer<typeof Interval>

const limit = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))

/** What a plan allows; null is unlimited. */
export const PlanLimits = z.object({
  mailboxes: limit,
  filters: limit,
  /** Deliveries that reached a phone, per calendar month (UTC). */
  deliveriesPerMonth: limit,
  /** Mailboxes are watched with IDLE; without it they are polled. */
  instant: z.boolean(),
  attachments: z.boolean(),
  /** The longest time that a user may keep emails. */
  retentionDays: z.int().check(z.minimum(0), z.maximum(365)),
  apiKeys: z.boolean(),
})
export type PlanLimits = z.infer<typeof PlanLimits>

/** What a user may do now. */
export type LimitsOf = (userId: string) => Promise<PlanLimits>

export const Price = z.extend(Money, { interval: Interval, amount: z.int().check(z.minimum(1), z.maximum(99_999_999)) })
export type Price = z.infer<typeof Price>

/** `names` by language, with English at least. */
export const PlanTerms = z.object({
  id: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, 'write a plan id as personal or team_2')),
  names: z
    .record(z.string().check(z.maxLength(10)), z.string().check(z.trim(), z.minLength(1), z.maxLength(60)))
    .check(z.refine(names => Object.hasOwn(names, 'en'), 'give the plan an English name: "names": {"en": …}')),
  limits: PlanLimits,
  /** One per interval and currency; none for the free plan. */
  prices: z.array(Price).check(
    z.maxLength(20),
    z.refine(
      prices => new Set(prices.map(price => `${price.interval} ${price.currency}`)).size === prices.length,
      'give one price for each interval and currency',
    ),
  ),
  trialDays: z.int().check(z.minimum(0), z.maximum(365)),
})
export type PlanTerms = z.infer<typeof PlanTerms>

/** A published version of a plan: who bought it keeps it, whatever is published later. */
export const Plan = z.extend(PlanTerms, { version: z.int().check(z.minimum(0)) })
export type Plan = z.infer<typeof Plan>

/** The plan of owners without a subscription. */
export const freePlanId = 'free'

/** What everybody has where no plans are sold. */
export const selfHosted: Plan = {
  id: 'self_hosted',
  version: 0,
  names: { en: 'Self-hosted' },
  limits: {
    mailboxes: null,
    filters: null,
    deliveriesPerMonth: null,
    instant: true,
    attachments: true,
    retentionDays: 365,
    apiKeys: true,
  },
  prices: [],
  trialDays: 0,
}

export { planName } from './plan-name.ts'

export const findPrice = (plan: Pick<Plan, 'prices'>, interval: Interval, currency: string): Price | null =>
  matchPrice(plan.prices, interval, currency)

export const matchPrice = <P extends Pick<Price, 'interval' | 'currency'>>(
  prices: readonly P[],
  interval: Interval,
  currency: string,
): P | null => prices.find(price => price.interval === interval && price.currency === currency) ?? null
