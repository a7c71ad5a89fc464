// Combines how the matching filters want an email sent to a phone: at once, in a digest, outside quiet hours, or with a limit.
import type { Action, DigestSchedule, Filter, QuietHours } from './action.ts'

export interface DeliveryPreferences {
  isUrgent: boolean
  digest: DigestSchedule | null
  quiet: QuietHours | null
  /** At most this many emails an hour from the filter that forwards it. */
  perHour: number | null
}

/**
 * `applying`: the filters that apply to the phone, in order, including `owner`, which forwards the email there. Any of them can make
 * it urgent. Only the owner and filters that do not forward can delay it: another filter that forwards delays only its own emails.
 */
export function combinePreferences(owner: Filter, applying: readonly Filter[]): DeliveryPreferences {
  const delaying = applying.filter(filter => filter.id === owner.id || !has(filter, 'forward')).flatMap(({ actions }) => actions)
  const urgent = applying.filter(filter => has(filter, 'urgent'))
  const atMost = owner.actions.find(action => action.kind === 'at_most')
  // A limit also covers what its own filter marks urgent, but never what another filter does.
  const isLimited = urgent.every(filter => filter.id === owner.id)
  return {
    isUrgent: urgent.length > 0,
    digest: delaying.find(action => action.kind === 'digest') ?? null,
    quiet: delaying.find(action => action.kind === 'quiet') ?? null,
    perHour: isLimited ? (atMost?.perHour ?? null) : null,
  }
}

const has = ({ actions }: Filter, kind: Action['kind']): boolean => actions.some(action => action.kind === kind)
