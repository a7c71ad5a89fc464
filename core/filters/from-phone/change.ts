// Determines what a filter request from a phone changes in the existing filters, and which filters conflict with it.
import type { Action, Filter } from '../action.ts'
import { normalize } from '../normalize.ts'
import { canonicalKey } from '../order.ts'
import type { Condition } from '../tree.ts'
import type { PhoneFilterKind } from './sender.ts'

/** `rival`: the condition that the opposite request for the same email would have. */
export interface PhoneFilterRequest {
  kind: PhoneFilterKind
  condition: Condition
  rival: Condition
  destinationId: string
}

/** `exists`: a filter already does this. `pausedIds`: filters to pause because they would suppress what should be forwarded. */
export type PhoneFilterChange = { kind: 'exists'; name: string } | { kind: 'change'; adds: boolean; pausedIds: string[] }

/** `filters` in their order, paused ones too. */
export function planChange(request: PhoneFilterRequest, filters: readonly Filter[]): PhoneFilterChange {
  const active = filters.filter(filter => !filter.paused)
  return request.kind === 'always' ? planAlways(request, active) : planNever(request, active)
}

function planAlways({ condition, rival, destinationId }: PhoneFilterRequest, active: readonly Filter[]): PhoneFilterChange {
  const existing = active.find(filter => isSameCondition(filter.condition, condition) && forwardsTo(filter, destinationId))
  const earlier = existing ? active.slice(0, active.indexOf(existing)) : active
  const mutes = earlier.filter(filter => isMute(filter) && [condition, rival].some(one => isSameCondition(filter.condition, one)))
  if (existing && mutes.length === 0) return { kind: 'exists', name: existing.name }
  return { kind: 'change', adds: !existing, pausedIds: mutes.map(filter => filter.id) }
}

/** A `stop` filter after one that forwards suppresses nothing. */
function planNever({ condition }: PhoneFilterRequest, active: readonly Filter[]): PhoneFilterChange {
  const forwards = active.findIndex(filter => hasAction(filter, 'forward'))
  const first = forwards === -1 ? active : active.slice(0, forwards)
  const existing = first.find(filter => isMute(filter) && isSameCondition(filter.condition, condition))
  return existing ? { kind: 'exists', name: existing.name } : { kind: 'change', adds: true, pausedIds: [] }
}

/** The actions of the new filter: an `always` filter forwards to the requesting phone, a `never` filter ends the run before all others. */
export const actionsFor = ({ kind, destinationId }: Pick<PhoneFilterRequest, 'kind' | 'destinationId'>): Action[] =>
  kind === 'always' ? [{ kind: 'forward', destinationIds: [destinationId] }] : [{ kind: 'stop' }]

/**
 * The names of filters that match the email (`matchedIds`) and conflict with the request: those that it overrules (never), or those that
 * overrule it because they stop before it (always).
 */
export function findConflicts(
  { kind: wanted }: Pick<PhoneFilterRequest, 'kind'>,
  filters: readonly Filter[],
  matchedIds: ReadonlySet<string>,
  pausedIds: string[],
): string[] {
  const kind = wanted === 'always' ? 'stop' : 'forward'
  return filters
    .filter(filter => !filter.paused && matchedIds.has(filter.id) && !pausedIds.includes(filter.id) && hasAction(filter, kind))
    .map(filter => filter.name)
}

/** Whether the filter only suppresses, no matter whether it was made on a phone or by hand. */
export const isMute = ({ actions }: Pick<Filter, 'actions'>): boolean => actions.length === 1 && actions[0]?.kind === 'stop'

export const isSameCondition = (a: Condition, b: Condition): boolean => canonicalKey(normalize(a)) === canonicalKey(normalize(b))

const hasAction = ({ actions }: Filter, kind: Action['kind']): boolean => actions.some(action => action.kind === kind)

const forwardsTo = ({ actions }: Filter, destinationId: string): boolean =>
  actions.some(
    action =>
      action.kind === 'forward' &&
      !action.next &&
      !action.rotaId &&
      (action.destinationIds.length === 0 || action.destinationIds.includes(destinationId)),
  )
