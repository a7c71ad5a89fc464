// The verdict on a message: which filters held, and to whom it goes.
import { z } from 'zod'
import type { Filter } from './action.ts'
import { Explanation, explain } from './explain.ts'
import type { Reading } from './fields.ts'

/** One entry for each filter that was asked, in order. `acted`: it gave a destination of its own, or ended the run. */
export const FilterExplanations = z.array(
  z.object({ filterId: z.string(), filterName: z.string(), explanation: Explanation, acted: z.boolean() }),
)
export type FilterExplanations = z.infer<typeof FilterExplanations>

export interface Forward {
  filterId: string
  filterName: string
  destinationId: string
}

/** `no_destination`: a filter held, but none of its destinations is linked. `stopped`: a filter that stops held before any that forwards. */
export interface Decision {
  verdict: 'matched' | 'not_matched' | 'suppressed'
  reason: 'no_destination' | 'stopped' | null
  forwards: Forward[]
  explanations: FilterExplanations
}

/** Asks the filters in order; a paused one is skipped, `stop` ends the run, a destination belongs to the first filter that names it. */
export function decide(filters: Filter[], reading: Reading, linkedDestinationIds: string[]): Decision {
  const forwards: Forward[] = []
  const explanations: FilterExplanations = []
  const wishes = { forward: false, stop: false }
  for (const filter of filters) {
    if (filter.paused) continue
    const explanation = explain(filter.condition, reading)
    const own = explanation.held ? forwardsOf(filter, linkedDestinationIds, forwards) : []
    const stops = explanation.held === true && filter.actions.some(action => action.kind === 'stop')
    forwards.push(...own)
    explanations.push({ filterId: filter.id, filterName: filter.name, explanation, acted: own.length > 0 || stops })
    wishes.forward ||= explanation.held === true && filter.actions.some(action => action.kind === 'forward')
    wishes.stop ||= stops
    if (stops) break
  }
  return { ...verdictOn(forwards, wishes), forwards, explanations }
}

function forwardsOf(filter: Filter, linkedIds: string[], taken: Forward[]): Forward[] {
  const wanted = filter.actions.flatMap(action => {
    if (action.kind !== 'forward') return []
    return action.destinationIds.length === 0 ? linkedIds : action.destinationIds.filter(id => linkedIds.includes(id))
  })
  const own = [...new Set(wanted)].filter(id => !taken.some(forward => forward.destinationId === id))
  return own.map(destinationId => ({ filterId: filter.id, filterName: filter.name, destinationId }))
}

function verdictOn(forwards: Forward[], wishes: { forward: boolean; stop: boolean }): Pick<Decision, 'verdict' | 'reason'> {
  if (forwards.length > 0) return { verdict: 'matched', reason: null }
  if (wishes.forward) return { verdict: 'suppressed', reason: 'no_destination' }
  return wishes.stop ? { verdict: 'suppressed', reason: 'stopped' } : { verdict: 'not_matched', reason: null }
}
