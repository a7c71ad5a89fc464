// Finds phones that filters are about to forward to for the first time.
import type { Action } from './action.ts'

interface Forwarding {
  paused: boolean
  actions: Action[]
}

/** Of `phoneIds`, those that one of `drafts` forwards to and none of `existing` does. */
export const firstForwards = (drafts: readonly Forwarding[], existing: readonly Forwarding[], phoneIds: readonly string[]): string[] =>
  phoneIds.filter(id => drafts.some(draft => forwardsTo(draft, id)) && !existing.some(filter => forwardsTo(filter, id)))

/** No phone named means every phone; a rota may name any of them later. */
export const forwardsTo = ({ paused, actions }: Forwarding, phoneId: string): boolean =>
  !paused &&
  actions.some(
    action =>
      action.kind === 'forward' &&
      (action.rotaId !== undefined || action.destinationIds.length === 0 || action.destinationIds.includes(phoneId)),
  )
