// What filters do, as far as one may leave another nothing to do.
import type { Action } from '../action.ts'
import { keyOf } from '../order.ts'

export const stops = (actions: Action[]): boolean => actions.some(action => action.kind === 'stop')

export const onlyForwards = (actions: Action[]): boolean => actions.every(action => action.kind === 'forward')

/** Null where nothing is forwarded, or where it shows only later to whom; empty is every phone. */
const phonesOf = (actions: Action[]): string[] | null => {
  const forwards = actions.filter(action => action.kind === 'forward')
  if (forwards.length === 0 || forwards.some(({ next, rotaId }) => next || rotaId)) return null
  return forwards.some(({ destinationIds }) => destinationIds.length === 0) ? [] : forwards.flatMap(({ destinationIds }) => destinationIds)
}

/** Is every phone of `b` one of `a`? */
export function takesAllOf(a: Action[], b: Action[]): boolean {
  const [has, needs] = [phonesOf(a), phonesOf(b)]
  if (!has || !needs) return false
  return has.length === 0 || (needs.length > 0 && needs.every(id => has.includes(id)))
}

export function sharesPhone(a: Action[], b: Action[]): boolean {
  const [one, two] = [phonesOf(a), phonesOf(b)]
  if (!one || !two) return false
  return one.length === 0 || two.length === 0 || one.some(id => two.includes(id))
}

/** Equal for filters that do the same. */
export function actionsKey(actions: Action[]): string {
  const sorted = actions.map(action => {
    if (action.kind === 'forward' && !action.next) return { ...action, destinationIds: action.destinationIds.toSorted() }
    return action.kind === 'redact' ? { ...action, what: action.what.toSorted(), patterns: action.patterns.toSorted() } : action
  })
  return sorted.map(keyOf).toSorted().join()
}
