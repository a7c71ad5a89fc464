// The steps of a delivery route: confirmed, current, ahead, or failed.
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { Carrier, MessageDetail } from '../../../../core/api/ledger.ts'
import { isFinal, isOneOf, rank, undeliveredStates } from '../../../../core/delivery/states.ts'

type Word =
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

export interface CrossingStop {
  kind: 'done' | 'now' | 'ahead' | 'failed'
  word: Word
  at: string | null
  /** A sentence below the words. */
  reason?: string
  /** The message of ours that this stop is about. */
  carrier?: Carrier
}

/** The route of a message to one phone; without a delivery, to its decision. */
export function stopsOf(message: MessageDetail, delivery: Delivery | null): CrossingStop[] {
  const arrived: CrossingStop = { kind: 'done', word: 'arrived', at: message.arrivedAt }
  if (!delivery) return [arrived, verdictStop(message)]
  const matched: CrossingStop = { kind: 'done', word: delivery.filterName ? 'matched' : 'matchedUnnamed', at: message.decidedAt }
  const carriers = message.carriers.filter(carrier => carrier.deliveryId === delivery.id)
  return [
    arrived,
    matched,
    ...carriers.flatMap(announced),
    ...carried([...passed(delivery), ...present(delivery)], carriers),
    ...carriers.flatMap(shownAgain),
    ...carried(ahead(delivery), carriers),
  ]
}

/** Unless WhatsApp has confirmed it, the phone has not been notified yet, and the email is held for that. */
function announced(carrier: Carrier): CrossingStop[] {
  if (carrier.kind !== 'announcement') return []
  if (carrier.state === 'failed') return [{ kind: 'failed', word: 'announceFailed', at: null, carrier }]
  return isTaken(carrier) ? [{ kind: 'done', word: 'announced', at: carrier.deliveredAt ?? carrier.acceptedAt, carrier }] : []
}

/** A mail that goes or went beside others says so where it is sent. */
function carried(stops: CrossingStop[], carriers: Carrier[]): CrossingStop[] {
  const digest = carriers.findLast(carrier => carrier.kind === 'digest')
  if (!digest) return stops
  const beside = { sent: 'sentInDigest', sentAhead: 'sentInDigestAhead' } as const
  return stops.map(stop =>
    stop.word === 'sent' || stop.word === 'sentAhead' ? { ...stop, word: beside[stop.word], carrier: digest } : stop,
  )
}

function shownAgain(carrier: Carrier): CrossingStop[] {
  if (carrier.kind !== 'shown' || carrier.state === 'cancelled') return []
  const at = carrier.deliveredAt ?? carrier.readAt
  if (rank(carrier.state) >= rank('delivered')) return [{ kind: 'done', word: 'shown', at, carrier }]
  if (hasEnded(carrier.state)) return [{ kind: 'failed', word: 'showFailed', at: null, carrier }]
  return [{ kind: 'now', word: 'showing', at: carrier.acceptedAt ?? carrier.createdAt, carrier }]
}

function verdictStop({ result, decidedAt, reason }: MessageDetail): CrossingStop {
  if (result === 'matched') return { kind: 'done', word: 'matchedUnnamed', at: decidedAt }
  return { kind: 'done', word: result === 'suppressed' ? 'suppressed' : 'notMatched', at: decidedAt, ...(reason && { reason }) }
}

/** What somebody confirmed. A later stop proves the earlier ones, even where their own word never came. */
function passed({ state, acceptedAt, sentAt, deliveredAt, readAt }: Delivery): CrossingStop[] {
  const reached = (from: 'accepted' | 'delivered' | 'read', ...times: (string | null)[]) =>
    hasEnded(state) ? times.some(Boolean) : rank(state) >= rank(from)
  const stops: CrossingStop[] = []
  if (reached('accepted', acceptedAt, sentAt, deliveredAt, readAt)) stops.push({ kind: 'done', word: 'sent', at: acceptedAt ?? sentAt })
  if (reached('delivered', deliveredAt, readAt)) stops.push({ kind: 'done', word: 'delivered', at: deliveredAt })
  if (reached('read', readAt)) stops.push({ kind: 'done', word: 'read', at: readAt })
  return stops
}

function present({ state, reason, failedAt, sentAt, waitUntil, overdueAt, incident }: Delivery): CrossingStop[] {
  const why = reason ? { reason } : {}
  switch (state) {
    case 'held':
      return [{ kind: 'now', word: waitUntil ? 'heldUntil' : 'held', at: null, ...why }]
    case 'queued':
    case 'sending':
    case 'unknown':
      return [{ kind: 'now', word: state, at: null, ...why }]
    case 'accepted':
      return [{ kind: 'now', word: overdueAt ? 'overdue' : 'accepted', at: null, ...why }]
    case 'sent':
      return [{ kind: 'now', word: overdueAt ? 'overdue' : 'taken', at: sentAt, ...why }]
    case 'failed':
    case 'expired':
      return [{ kind: 'failed', word: state, at: failedAt, ...why }]
    case 'cancelled':
      return [{ kind: 'done', word: 'cancelled', at: failedAt, ...why }]
    default:
      return incident ? [{ kind: 'failed', word: 'incident', at: failedAt, ...why }] : []
  }
}

function ahead({ state, incident }: Delivery): CrossingStop[] {
  if (isFinal(state)) return state === 'delivered' && !incident ? [stillAhead('read')] : []
  const left: Word[] = rank(state) < rank('accepted') ? ['sentAhead', 'deliveredAhead', 'read'] : ['deliveredAhead', 'read']
  return left.map(stillAhead)
}

const isTaken = ({ state, acceptedAt }: Carrier): boolean => acceptedAt !== null || (rank(state) >= rank('accepted') && !hasEnded(state))
const stillAhead = (word: Word): CrossingStop => ({ kind: 'ahead', word, at: null })
const hasEnded = (state: Delivery['state']): boolean => isOneOf(undeliveredStates, state)

/** Sending again makes sense where it came to nothing, and where it waits for something that may have changed. */
export const maySendAgain = ({ state }: Delivery): boolean => state === 'failed' || state === 'expired' || state === 'held'
