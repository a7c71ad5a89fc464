// What a wish changes among the filters that are there, and which of them still has its say.
import type { Action, Filter } from '../action.ts'
import { normalise } from '../normal.ts'
import { keyOf } from '../order.ts'
import type { Condition } from '../tree.ts'
import type { PhoneFilterKind } from './sender.ts'

/** `rival`: the condition that the opposite wish on the same mail would have. */
export interface PhoneFilterRequest {
  kind: PhoneFilterKind
  condition: Condition
  rival: Condition
  destinationId: string
}

/** `exists`: a filter does it already. `pausedIds` are switched off, as they silence what shall come. */
export type PhoneFilterChange = { kind: 'exists'; name: string } | { kind: 'change'; adds: boolean; pausedIds: string[] }

/** `filters` in their order, paused ones too. */
export function changeFor(asked: PhoneFilterRequest, filters: readonly Filter[]): PhoneFilterChange {
  const active = filters.filter(filter => !filter.paused)
  return asked.kind === 'always' ? bringing(asked, active) : silencing(asked, active)
}

function bringing({ condition, rival, destinationId }: PhoneFilterRequest, active: readonly Filter[]): PhoneFilterChange {
  const same = active.find(filter => isSame(filter.condition, condition) && bringsTo(filter, destinationId))
  const before = same ? active.slice(0, active.indexOf(same)) : active
  const mutes = before.filter(filter => isMute(filter) && [condition, rival].some(one => isSame(filter.condition, one)))
  if (same && mutes.length === 0) return { kind: 'exists', name: same.name }
  return { kind: 'change', adds: !same, pausedIds: mutes.map(filter => filter.id) }
}

/** What stops behind a filter that forwards silences nothing. */
function silencing({ condition }: PhoneFilterRequest, active: readonly Filter[]): PhoneFilterChange {
  const forwards = active.findIndex(filter => has(filter, 'forward'))
  const first = forwards === -1 ? active : active.slice(0, forwards)
  const same = first.find(filter => isMute(filter) && isSame(filter.condition, condition))
  return same ? { kind: 'exists', name: same.name } : { kind: 'change', adds: true, pausedIds: [] }
}

/** What keeping the wish does: forwards to the phone that asked, behind all others; or ends the run before any other is asked. */
export const actionsFor = ({ kind, destinationId }: Pick<PhoneFilterRequest, 'kind' | 'destinationId'>): Action[] =>
  kind === 'always' ? [{ kind: 'forward', destinationIds: [destinationId] }] : [{ kind: 'stop' }]

/**
 * Of the filters that hold on the mail (`heldIds`), the names of those that the wish overrules (never), or that it cannot (always):
 * what stops is heard before it.
 */
export function rivalsOf(
  { kind: wanted }: Pick<PhoneFilterRequest, 'kind'>,
  filters: readonly Filter[],
  heldIds: ReadonlySet<string>,
  pausedIds: string[],
): string[] {
  const kind = wanted === 'always' ? 'stop' : 'forward'
  return filters
    .filter(filter => !filter.paused && heldIds.has(filter.id) && !pausedIds.includes(filter.id) && has(filter, kind))
    .map(filter => filter.name)
}

/** It does nothing but silence; made on a phone, or the same by hand. */
export const isMute = ({ actions }: Pick<Filter, 'actions'>): boolean => actions.length === 1 && actions[0]?.kind === 'stop'

export const isSame = (a: Condition, b: Condition): boolean => keyOf(normalise(a)) === keyOf(normalise(b))

const has = ({ actions }: Filter, kind: Action['kind']): boolean => actions.some(action => action.kind === kind)

const bringsTo = ({ actions }: Filter, destinationId: string): boolean =>
  actions.some(
    action =>
      action.kind === 'forward' &&
      !action.next &&
      !action.rotaId &&
      (action.destinationIds.length === 0 || action.destinationIds.includes(destinationId)),
  )
