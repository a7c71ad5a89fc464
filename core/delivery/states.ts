// The states of a delivery, the sets of states that queries and screens use, and how reports change them.
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

/** In its lane and not sent yet, so it can still be cancelled. */
export const waitingStates = ['held', 'queued'] as const satisfies State[]

/** May be claimed and sent; `unknown` only after waiting for its webhook. */
export const claimableStates = [...waitingStates, 'unknown'] as const satisfies State[]

/** Not accepted by WhatsApp. The index `deliveries_waiting` covers exactly these. */
export const openStates = [...waitingStates, 'sending', 'unknown'] as const satisfies State[]

/** Accepted by WhatsApp, not confirmed by the phone. The index `deliveries_unconfirmed` covers exactly these. */
export const unconfirmedStates = ['accepted', 'sent'] as const satisfies State[]

export const arrivedStates = ['delivered', 'read'] as const satisfies State[]

/** Accepted by WhatsApp and not failed since. */
export const acceptedStates = [...unconfirmedStates, ...arrivedStates] as const satisfies State[]

/** Ended without being delivered or cancelled. The index `deliveries_missed` covers exactly these. */
export const missedStates = ['failed', 'expired'] as const satisfies State[]

/** Ended without reaching the phone; a late `delivered` still counts. */
export const undeliveredStates = [...missedStates, 'cancelled'] as const satisfies State[]

/** WhatsApp has reported how it ended. */
export const reportedStates = ['failed', ...arrivedStates] as const satisfies State[]

/** Nothing more is done. */
export const finalStates = [...arrivedStates, ...undeliveredStates] as const satisfies State[]

/** All others. */
export const unfinishedStates = [...openStates, ...unconfirmedStates] as const satisfies State[]

/** What the screen shows for a message with several deliveries: the first entry that any of them matches. */
export const leastFinishedFirst = [
  { shows: 'held', states: ['held'] },
  { shows: 'under_way', states: ['queued', 'sending', 'unknown', ...unconfirmedStates] },
  { shows: 'failed', states: undeliveredStates },
  { shows: 'forwarded', states: arrivedStates },
] as const satisfies { shows: string; states: readonly State[] }[]

/** Reports from WhatsApp about an accepted message: possibly late, repeated, or out of order. */
export const DeliveryEvent = z.enum(['accepted', 'sent', 'delivered', 'read', 'failed'])
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

/**
 * The state after an event: the higher of the two, in whatever order reports arrive.
 * `failed` ranks below `delivered`, because a WhatsApp account may have several devices: one may fail while another receives.
 */
export const advance = (state: State, event: DeliveryEvent): State => (stateRank(event) > stateRank(state) ? event : state)

/** The state after an attempt ended in `next`: a report that WhatsApp already sent wins. */
export const afterSending = (current: State, next: State): State => (stateRank(current) < stateRank('accepted') ? next : current)

/** How far along a state is; a delivery never goes back, except from `sending` to its lane. */
export const stateRank = (state: State): number => order.indexOf(state)

/** Nothing more is done; a late `delivered` or `read` still counts. */
export const isFinal = (state: State): boolean => isOneOf(finalStates, state)

export const mayCancel = (state: State): boolean => isOneOf(waitingStates, state)

/** The index of a state in `leastFinishedFirst`. */
export const progressOf = (state: State): number => leastFinishedFirst.findIndex(({ states }) => isOneOf(states, state))

const order: State[] = ['held', 'queued', 'sending', 'unknown', 'accepted', 'sent', 'failed', 'expired', 'cancelled', 'delivered', 'read']

export const isOneOf = (states: readonly State[], state: State): boolean => states.includes(state)
