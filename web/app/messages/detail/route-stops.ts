// Builds the stops of a delivery route: confirmed, current, upcoming, or failed.
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier, MessageDetail } from '../../../../core/api/ledger.ts'
import { isFinal, isOneOf, stateRank, undeliveredStates } from '../../../../core/delivery/states.ts'

type StopKey =
  | 'arrived'
  | 'matched'
  | 'matchedUnnamed'
  | 'notMatched'
  | 'suppressed'
  | 'announced'
  | 'announceFailed'
  | 'held'
  | 'heldUntil'
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'sentAhead'
  | 'sentInDigest'
  | 'sentInDigestAhead'
  | 'accepted'
  | 'overdue'
  | 'taken'
  | 'delivered'
  | 'deliveredAhead'
  | 'read'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'incident'
  | 'shown'
  | 'showing'
  | 'showFailed'

export interface RouteStop {
  kind: 'done' | 'now' | 'ahead' | 'failed'
  key: StopKey
  at: string | null
  /** A sentence below the text. */
  reason?: string
  /** The WhatsApp message this stop is about. */
  carrier?: Carrier
}

/** The route of a message to one phone; without a delivery it ends at the decision. */
export function routeStops(message: MessageDetail, delivery: Delivery | null): RouteStop[] {
  const arrived: RouteStop = { kind: 'done', key: 'arrived', at: message.arrivedAt }
  if (!delivery) return [arrived, decisionStop(message)]
  const matched: RouteStop = { kind: 'done', key: delivery.filterName ? 'matched' : 'matchedUnnamed', at: message.decidedAt }
  const carriers = message.carriers.filter(carrier => carrier.deliveryId === delivery.id)
  return [
    arrived,
    matched,
    ...carriers.flatMap(announcementStops),
    ...markDigest([...confirmedStops(delivery), ...currentStops(delivery)], carriers),
    ...carriers.flatMap(reshownStops),
    ...markDigest(remainingStops(delivery), carriers),
  ]
}

/** Until WhatsApp confirms the announcement, the phone has not been notified, and the email stays held. */
function announcementStops(carrier: Carrier): RouteStop[] {
  if (carrier.kind !== 'announcement') return []
  if (carrier.state === 'failed') return [{ kind: 'failed', key: 'announceFailed', at: null, carrier }]
  return isAccepted(carrier) ? [{ kind: 'done', key: 'announced', at: carrier.deliveredAt ?? carrier.acceptedAt, carrier }] : []
}

/** Marks the sent stop of an email that is part of a digest. */
function markDigest(stops: RouteStop[], carriers: Carrier[]): RouteStop[] {
  const digest = carriers.findLast(carrier => carrier.kind === 'digest')
  if (!digest) return stops
  const digestKeys = { sent: 'sentInDigest', sentAhead: 'sentInDigestAhead' } as const
  return stops.map(stop =>
    stop.key === 'sent' || stop.key === 'sentAhead' ? { ...stop, key: digestKeys[stop.key], carrier: digest } : stop,
  )
}

function reshownStops(carrier: Carrier): RouteStop[] {
  if (carrier.kind !== 'shown' || carrier.state === 'cancelled') return []
  const at = carrier.deliveredAt ?? carrier.readAt
  if (stateRank(carrier.state) >= stateRank('delivered')) return [{ kind: 'done', key: 'shown', at, carrier }]
  if (hasEnded(carrier.state)) return [{ kind: 'failed', key: 'showFailed', at: null, carrier }]
  return [{ kind: 'now', key: 'showing', at: carrier.acceptedAt ?? carrier.createdAt, carrier }]
}

function decisionStop({ result, decidedAt, reason }: MessageDetail): RouteStop {
  if (result === 'matched') return { kind: 'done', key: 'matchedUnnamed', at: decidedAt }
  return { kind: 'done', key: result === 'suppressed' ? 'suppressed' : 'notMatched', at: decidedAt, ...(reason && { reason }) }
}

/** The confirmed stops. A later status proves the earlier ones, even if theirs never arrived. */
function confirmedStops({ state, acceptedAt, sentAt, deliveredAt, readAt }: Delivery): RouteStop[] {
  const reached = (from: 'accepted' | 'delivered' | 'read', ...times: (string | null)[]) =>
    hasEnded(state) ? times.some(Boolean) : stateRank(state) >= stateRank(from)
  const stops: RouteStop[] = []
  if (reached('accepted', acceptedAt, sentAt, deliveredAt, readAt)) stops.push({ kind: 'done', key: 'sent', at: acceptedAt ?? sentAt })
  if (reached('delivered', deliveredAt, readAt)) stops.push({ kind: 'done', key: 'delivered', at: deliveredAt })
  if (reached('read', readAt)) stops.push({ kind: 'done', key: 'read', at: readAt })
  return stops
}

function currentStops({ state, reason, failedAt, sentAt, waitUntil, overdueAt, incident }: Delivery): RouteStop[] {
  const withReason = reason ? { reason } : {}
  switch (state) {
    case 'held':
      return [{ kind: 'now', key: waitUntil ? 'heldUntil' : 'held', at: null, ...withReason }]
    case 'queued':
    case 'sending':
    case 'unknown':
      return [{ kind: 'now', key: state, at: null, ...withReason }]
    case 'accepted':
      return [{ kind: 'now', key: overdueAt ? 'overdue' : 'accepted', at: null, ...withReason }]
    case 'sent':
      return [{ kind: 'now', key: overdueAt ? 'overdue' : 'taken', at: sentAt, ...withReason }]
    case 'failed':
    case 'expired':
      return [{ kind: 'failed', key: state, at: failedAt, ...withReason }]
    case 'cancelled':
      return [{ kind: 'done', key: 'cancelled', at: failedAt, ...withReason }]
    default:
      return incident ? [{ kind: 'failed', key: 'incident', at: failedAt, ...withReason }] : []
  }
}

function remainingStops({ state, incident }: Delivery): RouteStop[] {
  if (isFinal(state)) return state === 'delivered' && !incident ? [stopAhead('read')] : []
  const remaining: StopKey[] =
    stateRank(state) < stateRank('accepted') ? ['sentAhead', 'deliveredAhead', 'read'] : ['deliveredAhead', 'read']
  return remaining.map(stopAhead)
}

const isAccepted = ({ state, acceptedAt }: Carrier): boolean =>
  acceptedAt !== null || (stateRank(state) >= stateRank('accepted') && !hasEnded(state))
const stopAhead = (key: StopKey): RouteStop => ({ kind: 'ahead', key, at: null })
const hasEnded = (state: Delivery['state']): boolean => isOneOf(undeliveredStates, state)

/** Sending again makes sense after a failure, or while waiting for something that may have changed. */
export const canSendAgain = ({ state }: Delivery): boolean => state === 'failed' || state === 'expired' || state === 'held'
