// What the filters that hold on a mail want of its way to one phone: at once, in a digest, not at night, so many an hour.
import type { Action, Digest, Filter, QuietHours } from './action.ts'

export interface DeliveryPreferences {
  isUrgent: boolean
  digest: Digest | null
  quiet: QuietHours | null
  /** So many mails of the filter that forwards it, an hour. */
  perHour: number | null
}

/**
 * `speaking`: the filters that speak for the phone, in their order, with `owner` that forwards the mail there. Any of them makes it
 * urgent. It waits as its owner asks, or a filter that forwards nothing itself: another one that forwards speaks for its own mail.
 */
export function preferencesOf(owner: Filter, speaking: readonly Filter[]): DeliveryPreferences {
  const slowing = speaking.filter(filter => filter.id === owner.id || !has(filter, 'forward')).flatMap(({ actions }) => actions)
  const urgent = speaking.filter(filter => has(filter, 'urgent'))
  const atMost = owner.actions.find(action => action.kind === 'at_most')
  // A limit is of what its own filter calls urgent too, but never of what another one does.
  const isLimited = urgent.every(filter => filter.id === owner.id)
  return {
    isUrgent: urgent.length > 0,
    digest: slowing.find(action => action.kind === 'digest') ?? null,
    quiet: slowing.find(action => action.kind === 'quiet') ?? null,
    perHour: isLimited ? (atMost?.perHour ?? null) : null,
  }
}

const has = ({ actions }: Filter, kind: Action['kind']): boolean => actions.some(action => action.kind === kind)
