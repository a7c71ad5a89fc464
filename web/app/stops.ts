// The stops of a crossing: what is proven, where it is now, what is still ahead, where it failed.
import type { Delivery } from '../../core/api/delivery.ts'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { isFinal, rank } from '../../core/delivery/states.ts'

type Word =
  | 'arrived'
  | 'matched'
  | 'matchedUnnamed'
  | 'notMatched'
  | 'suppressed'
  | 'held'
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'sentAhead'
  | 'accepted'
  | 'taken'
  | 'delivered'
  | 'deliveredAhead'
  | 'read'
  | 'failed'
  | 'cancelled'
  | 'expired'

export interface CrossingStop {
  kind: 'done' | 'now' | 'ahead' | 'failed'
  word: Word
  at: string | null
  /** A sentence below the words. */
  reason?: string
}

/** The way of a message to one phone; without a delivery, to its verdict. */
export function stopsOf(message: MessageDetail, delivery: Delivery | null): CrossingStop[] {
  const arrived: CrossingStop = { kind: 'done', word: 'arrived', at: message.arrivedAt }
  if (!delivery) return [arrived, verdictStop(message)]
  const matched: CrossingStop = { kind: 'done', word: delivery.filterName ? 'matched' : 'matchedUnnamed', at: message.verdictAt }
  return [arrived, matched, ...passed(delivery), ...present(delivery), ...ahead(delivery)]
}

function verdictStop({ verdict, verdictAt, reason }: MessageDetail): CrossingStop {
  if (verdict === 'matched') return { kind: 'done', word: 'matchedUnnamed', at: verdictAt }
  return { kind: 'done', word: verdict === 'suppressed' ? 'suppressed' : 'notMatched', at: verdictAt, ...(reason && { reason }) }
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

function present({ state, reason, failedAt, sentAt }: Delivery): CrossingStop[] {
  const why = reason ? { reason } : {}
  switch (state) {
    case 'held':
    case 'queued':
    case 'sending':
    case 'unknown':
      return [{ kind: 'now', word: state, at: null, ...why }]
    case 'accepted':
      return [{ kind: 'now', word: 'accepted', at: null }]
    case 'sent':
      return [{ kind: 'now', word: 'taken', at: sentAt }]
    case 'failed':
    case 'expired':
      return [{ kind: 'failed', word: state, at: failedAt, ...why }]
    case 'cancelled':
      return [{ kind: 'done', word: 'cancelled', at: failedAt, ...why }]
    default:
      return []
  }
}

function ahead({ state }: Delivery): CrossingStop[] {
  if (isFinal(state)) return state === 'delivered' ? [stillAhead('read')] : []
  const left: Word[] = rank(state) < rank('accepted') ? ['sentAhead', 'deliveredAhead', 'read'] : ['deliveredAhead', 'read']
  return left.map(stillAhead)
}

const stillAhead = (word: Word): CrossingStop => ({ kind: 'ahead', word, at: null })
const hasEnded = (state: Delivery['state']): boolean => state === 'failed' || state === 'cancelled' || state === 'expired'

/** Sending again makes sense where it came to nothing, and where it waits for something that may have changed. */
export const maySendAgain = ({ state }: Delivery): boolean => state === 'failed' || state === 'expired' || state === 'held'
