// When a delivery reached each state: written once, and always in order.
import type { DeliveryEvent } from './states.ts'

export type Times = Record<DeliveryEvent, Date | null>

const stops = ['accepted', 'sent', 'delivered', 'read'] as const

/** Meta tells whole seconds, late and in any order: a stop is put between those before and behind it. */
export function stamp(times: Times, event: DeliveryEvent, at: Date): Times {
  if (times[event]) return times
  if (event === 'failed') return { ...times, failed: latest(at, times.sent ?? times.accepted) }
  const i = stops.indexOf(event)
  const before = stops.slice(0, i).findLast(stop => times[stop])
  const behind = stops.slice(i + 1).find(stop => times[stop])
  const notBefore = latest(at, before ? times[before] : null)
  return { ...times, [event]: earliest(notBefore, behind ? times[behind] : null) }
}

const latest = (at: Date, other: Date | null): Date => (other && other > at ? other : at)
const earliest = (at: Date, other: Date | null): Date => (other && other < at ? other : at)
