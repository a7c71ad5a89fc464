// Compares what two plans allow, and finds what is over the limits of the new one.
import type { UsageView } from '../../../../core/api/billing.ts'
import type { PlanLimits } from '../../../../core/plans/plans.ts'
import { limitNames, type PlanLimitName } from '../plans/useLimitText.ts'

interface LimitChange {
  name: PlanLimitName
  isMore: boolean
}

/** What differs, in the order of the list. */
export const findLimitChanges = (from: PlanLimits, to: PlanLimits): LimitChange[] =>
  limitNames.filter(name => from[name] !== to[name]).map(name => ({ name, isMore: sizeOf(to, name) > sizeOf(from, name) }))

const sizeOf = (limits: PlanLimits, name: PlanLimitName): number => Number(limits[name] ?? Number.POSITIVE_INFINITY)

type OverLimitName = 'deliveriesPerMonth' | 'mailboxes' | 'filters'

interface OverLimit {
  name: OverLimitName
  used: number
  limit: number
}

/** Deliveries are compared at the pace of the month. */
export function findOverLimits(to: PlanLimits, usage: UsageView): OverLimit[] {
  const used: Record<OverLimitName, number> = {
    deliveriesPerMonth: Math.max(usage.delivered, usage.forecast ?? 0),
    mailboxes: usage.mailboxes,
    filters: usage.filters,
  }
  const names: readonly OverLimitName[] = ['deliveriesPerMonth', 'mailboxes', 'filters']
  return names.flatMap(name => {
    const limit = to[name]
    return limit !== null && used[name] > limit ? [{ name, used: used[name], limit }] : []
  })
}
