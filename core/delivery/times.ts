// Records when a delivery reached each state: written once, and always in order.
import type { DeliveryEvent } from './states.ts'

export type Times = Record<DeliveryEvent, Date | null>

const stages = ['accepted', 'sent', 'delivered', 'read'] as const

/** Meta reports whole seconds, late and in any order, so a time is kept between those of the stages around it. */
export function recordTime(times: Times, event: DeliveryEvent, at: Date): Times {
  if (times[event]) return times
  if (event === 'failed') return { ...times, failed: latest(at, times.sent ?? times.accepted) }
  const i = stages.indexOf(event)
  const previous = stages.slice(0, i).findLast(stage => times[stage])
  const next = stages.slice(i + 1).find(stage => times[stage])
  const notBefore = latest(at, previous ? times[previous] : null)
  return { ...times, [event]: earliest(notBefore, next ? times[next] : null) }
}

const latest = (at: Date, other: Date | null): Date => (other && other > at ? other : at)
const earliest = (at: Date, other: Date | null): Date => (other && other < at ? other : at)
