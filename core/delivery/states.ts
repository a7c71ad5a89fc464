// The states of a delivery and the only ways between them: they never go backwards.
import { z } from 'zod/mini'

export const State = z.enum([
  'held',
  'queued',
  'sending',
  'unknown',
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'expired',
])
export type State = z.infer<typeof State>

/** What the messenger tells of a message that it has taken. It tells it late, twice and in any order. */
export const DeliveryEvent = z.enum(['accepted', 'sent', 'delivered', 'read', 'failed'])
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

/**
 * The state after an event, whatever came before: the higher of the two.
 * `failed` ranks below `delivered`, because one of a person's several phones may fail where another receives.
 */
export const advance = (state: State, event: DeliveryEvent): State => (rank(event) > rank(state) ? event : state)

/** The state after an attempt has ended in `next`: where the messenger has already spoken, its word stands. */
export const afterSending = (current: State, next: State): State => (rank(current) < rank('accepted') ? next : current)

/** How far a state is on its way; states never go down but from `sending` back to its lane. */
export const rank = (state: State): number => order.indexOf(state)

/** Nothing more is done for it here; a late `delivered` or `read` still counts. */
export const isFinal = (state: State): boolean => finals.has(state)

/** Has it not left us yet, so that it may still be cancelled without a lie? */
export const mayCancel = (state: State): boolean => state === 'held' || state === 'queued'

/** Where a message with several deliveries stands on screen: by its least finished one. There is always at least one. */
export function leastFinished(states: State[]): 'forwarded' | 'under_way' | 'held' | 'failed' {
  const standings = states.map(standingOf)
  const least = (['held', 'under_way', 'failed', 'forwarded'] as const).find(standing => standings.includes(standing))
  if (!least) throw new Error('A message without deliveries has no least finished one.')
  return least
}

const order: State[] = ['held', 'queued', 'sending', 'unknown', 'accepted', 'sent', 'failed', 'expired', 'cancelled', 'delivered', 'read']
const finals = new Set<State>(['delivered', 'read', 'failed', 'cancelled', 'expired'])

function standingOf(state: State): 'forwarded' | 'under_way' | 'held' | 'failed' {
  if (state === 'delivered' || state === 'read') return 'forwarded'
  if (state === 'failed' || state === 'cancelled' || state === 'expired') return 'failed'
  return state === 'held' ? 'held' : 'under_way'
}
