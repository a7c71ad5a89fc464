// Decides whether a plan that staff gave for free applies, and what it adds to what was bought.
import type { PlanLimits } from './plans.ts'

/** `endsAt` is null for a gift without end. */
export interface PlanGift {
  limits: PlanLimits
  endsAt: Date | null
}

/** A gift that has an end stops at that moment, whether or not anybody has noted it. */
export const isGiftRunning = ({ endsAt }: Pick<PlanGift, 'endsAt'>, now: Date): boolean => endsAt === null || now < endsAt

/** The better of both, limit by limit: a gift never takes anything away, and neither does a purchase. */
export const betterLimits = (a: PlanLimits, b: PlanLimits): PlanLimits => ({
  mailboxes: more(a.mailboxes, b.mailboxes),
  filters: more(a.filters, b.filters),
  deliveriesPerMonth: more(a.deliveriesPerMonth, b.deliveriesPerMonth),
  instant: a.instant || b.instant,
  attachments: a.attachments || b.attachments,
  retentionDays: Math.max(a.retentionDays, b.retentionDays),
  apiKeys: a.apiKeys || b.apiKeys,
})

/** Null is unlimited. */
const more = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b))

export const hasSameLimits = (a: PlanLimits, b: PlanLimits): boolean =>
  a.mailboxes === b.mailboxes &&
  a.filters === b.filters &&
  a.deliveriesPerMonth === b.deliveriesPerMonth &&
  a.instant === b.instant &&
  a.attachments === b.attachments &&
  a.retentionDays === b.retentionDays &&
  a.apiKeys === b.apiKeys
