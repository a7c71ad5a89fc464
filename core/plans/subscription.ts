// Defines a subscription as every payment provider reports it.
import { z } from 'zod/mini'
import type { Interval, PlanLimits } from './plans.ts'

/**
 * `pending`: the first payment is not complete. `past_due`: a payment failed and is retried. `suspended`: the retries ended without a
 * payment. `paused`: nothing is charged and nothing extra allowed. `unknown`: a state that we do not know yet.
 */
export const SubscriptionState = z.enum(['pending', 'trialing', 'active', 'past_due', 'suspended', 'paused', 'ended', 'unknown'])
export type SubscriptionState = z.infer<typeof SubscriptionState>

/** What the allowance depends on. `limits` are those of the version that was bought. */
export interface SubscriptionFacts {
  planId: string
  planVersion: number
  interval: Interval
  state: SubscriptionState
  limits: PlanLimits
  currentPeriodEnd: Date | null
  /** Since when a payment is missing; null while none is. */
  pastDueSince: Date | null
}

/** The owner of subscriptions, usage and invoices: the user. A team will be an owner like a user. */
export const ownerOf = (userId: string): string => userId

/** Whom a subscription of this owner serves, who pays for it first. */
export const usersOf = (ownerId: string): string[] => [ownerId]
