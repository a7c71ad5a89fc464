// Replaces a rota in a filter with the phones that are on call now.
import type { Action, Filter } from './action.ts'

/** For each rota id, the phones on call now, in order. */
export type OnCall = ReadonlyMap<string, readonly string[]>

export const nobodyOnCall: OnCall = new Map()

export function resolveOnCall(filter: Filter, onCall: OnCall): Filter {
  return filter.actions.some(namesRota) ? { ...filter, actions: filter.actions.map(action => resolveAction(action, onCall)) } : filter
}

export const namesRota = (action: Action): boolean => action.kind === 'forward' && action.rotaId !== undefined

function resolveAction(action: Action, onCall: OnCall): Action {
  if (action.kind !== 'forward' || action.rotaId === undefined) return action
  const { rotaId, ...rest } = action
  // A deleted rota leaves an id that matches no phone: an empty list would mean every phone.
  return { ...rest, destinationIds: [...(onCall.get(rotaId) ?? [rotaId])] }
}
