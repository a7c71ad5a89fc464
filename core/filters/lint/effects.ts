// Compares what the actions of two filters do, to detect that one leaves nothing for the other.
import type { Action } from '../action.ts'
import { canonicalKey } from '../order.ts'

export const hasStop = (actions: Action[]): boolean => actions.some(action => action.kind === 'stop')

export const onlyForwards = (actions: Action[]): boolean => actions.every(action => action.kind === 'forward')

/** Null if nothing is forwarded or the recipients are only known later; empty means every phone. */
const listPhones = (actions: Action[]): string[] | null => {
  const forwards = actions.filter(action => action.kind === 'forward')
  if (forwards.length === 0 || forwards.some(({ next, rotaId }) => next || rotaId)) return null
  return forwards.some(({ destinationIds }) => destinationIds.length === 0) ? [] : forwards.flatMap(({ destinationIds }) => destinationIds)
}

/** Whether every phone of `b` is also a phone of `a`. */
export function coversPhones(a: Action[], b: Action[]): boolean {
  const [has, needs] = [listPhones(a), listPhones(b)]
  if (!has || !needs) return false
  return has.length === 0 || (needs.length > 0 && needs.every(id => has.includes(id)))
}

export function sharesPhone(a: Action[], b: Action[]): boolean {
  const [one, two] = [listPhones(a), listPhones(b)]
  if (!one || !two) return false
  return one.length === 0 || two.length === 0 || one.some(id => two.includes(id))
}

/** Equal for filters with the same effect. */
export function actionsKey(actions: Action[]): string {
  const sorted = actions.map(action => {
    if (action.kind === 'forward' && !action.next) return { ...action, destinationIds: action.destinationIds.toSorted() }
    return action.kind === 'redact' ? { ...action, what: action.what.toSorted(), patterns: action.patterns.toSorted() } : action
  })
  return sorted.map(canonicalKey).toSorted().join()
}
