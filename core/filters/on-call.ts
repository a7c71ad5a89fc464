// A filter as it acts at this moment: where it names a rota, the phones of those who are on call stand in its place.
import type { Action, Filter } from './action.ts'

/** By rota, the phones that are asked now, in their order. */
export type OnCall = ReadonlyMap<string, readonly string[]>

export const nobodyOnCall: OnCall = new Map()

export function atThisHour(filter: Filter, onCall: OnCall): Filter {
  return filter.actions.some(namesRota) ? { ...filter, actions: filter.actions.map(action => resolved(action, onCall)) } : filter
}

export const namesRota = (action: Action): boolean => action.kind === 'forward' && action.rotaId !== undefined

function resolved(action: Action, onCall: OnCall): Action {
  if (action.kind !== 'forward' || action.rotaId === undefined) return action
  const { rotaId, ...rest } = action
  // A rota that is gone names no phone: with none at all the mail would go to every one.
  return { ...rest, destinationIds: [...(onCall.get(rotaId) ?? [rotaId])] }
}
