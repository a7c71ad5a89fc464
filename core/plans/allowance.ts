// Computes what a plan still allows in a month, from one counter per user and month.
import type { Plan } from './plans.ts'

/** `reserved`: deliveries on their way; `delivered`: deliveries that count as used. */
export interface Counter {
  reserved: number
  delivered: number
}

/** Reserves as many of `wanted` deliveries as the plan still allows. */
export function reserveAllowance(plan: Plan, counter: Counter, wanted: number): { allowed: number; counter: Counter } {
  const remaining = plan.allowance === null ? wanted : Math.max(0, plan.allowance - counter.reserved - counter.delivered)
  const allowed = Math.min(wanted, remaining)
  return { allowed, counter: { ...counter, reserved: counter.reserved + allowed } }
}

/** `delivered_after_release`: it failed or was cancelled, which released its reservation, and a late report says that it arrived. */
export type UsageOutcome = 'delivered' | 'released' | 'delivered_after_release'

/** The counter after a reserved delivery has ended; use the counter of the month that reserved it. */
export function applyUsage(counter: Counter, outcome: UsageOutcome): Counter {
  const reserved = outcome === 'delivered_after_release' ? counter.reserved : Math.max(0, counter.reserved - 1)
  return { reserved, delivered: counter.delivered + (outcome === 'released' ? 0 : 1) }
}

/** The month of a counter, `2026-03`, by the calendar of `timeZone` (IANA name). */
export function monthOf(date: Date, timeZone = 'UTC'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', calendar: 'gregory' }).formatToParts(date)
  const part = (type: 'year' | 'month') => parts.find(p => p.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}`
}
