// What a lane's turn means in rows: what its decision is made from, what is written of it, and what its sender is given.
import { type Head, type Lane, spareOf, take } from '../../../core/delivery/lanes.ts'
import type { Line, Turn } from '../../../core/delivery/turn.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery, DeliveryKind } from '../queue.ts'
import type { DueLane, LineRow, PhoneRow } from './queue.ts'
import type { TurnRow } from './turns/queue.ts'

/** One lane whose turn it is, with what waits in it. `busy`: somebody else writes to what should leave. */
export interface Candidate {
  lane: DueLane
  phone: PhoneRow
  lines: LineRow[]
  turn: Turn | { turn: 'busy' }
}

/** What leaves a lane: a delivery as it is, or a message of several mails that is made now. */
export interface Leaving {
  id: string
  kind: DeliveryKind
  messageId: string | null
  filterId: string | null
  attempt: number
  memberIds: string[]
}

/** Somebody else is writing: look again this soon. */
const busyMs = 50
/** Whoever ends a head does so in a transaction of its own; if that never comes, the lane is looked at again. */
const closingMs = 1_000

export function laneOf(lane: DueLane, phone: PhoneRow): Lane | null {
  if (!phone.destination_state) return null
  return {
    bucket: { tokens: lane.tokens, refilledAtMs: lane.refilled_at.getTime() },
    blockedUntil: lane.blocked_until,
    destinationState: phone.destination_state,
    lastInboundAt: phone.last_inbound_at,
    pausedUntil: phone.rests_until,
  }
}

export function lineOf(lane: DueLane, phone: PhoneRow, lines: LineRow[]): Line {
  const first = (place: LineRow['place']) => lines.filter(l => l.place === place).map(l => headOf(lane, l))[0] ?? null
  return {
    sending: first('sending'),
    announcement: first('announcement'),
    urgent: first('urgent'),
    shown: first('shown'),
    ordinary: lines.filter(l => l.place === 'ordinary').map(l => ({ ...headOf(lane, l), folds: l.folds, isFresh: isFresh(l) })),
    unannounced: { ordinaryFrom: phone.ordinary_from, urgentFrom: phone.urgent_from },
    lastAnnounced: phone.announced_at && { at: phone.announced_at, failed: phone.announced_state === 'failed' },
    nextWaitAt: phone.next_wait_at,
  }
}

const headOf = (lane: DueLane, line: LineRow): Head => ({
  id: line.id,
  kind: line.kind,
  urgent: line.urgent,
  state: line.state,
  dueAt: line.state === 'sending' ? lane.claimed_until : line.due_at,
  attempts: line.tries,
  createdAt: line.since,
})

const isFresh = (line: LineRow): boolean => line.kind === 'mail' && line.attempts === 0 && line.reason !== 'unfolded'

export function rowOf({ lane, lines, turn }: Candidate, leaving: Leaving | null, now: Date, policy: DeliveryPolicy): TurnRow {
  const row: TurnRow = {
    user_id: lane.user_id,
    destination_id: lane.destination_id,
    next_at: later(now, busyMs),
    id: null,
    attempt: null,
    tokens: null,
    refilled_at: null,
    claimed_until: null,
    hold_reason: null,
    frees: false,
  }
  switch (turn.turn) {
    case 'busy':
      return row
    case 'wait':
      return { ...row, next_at: turn.until }
    case 'hold':
      return { ...row, next_at: turn.until, hold_reason: turn.reason }
    case 'doubt':
    case 'end':
      // A claim that has run out stays on record until its doubt is written down.
      return { ...row, next_at: later(now, closingMs), claimed_until: lane.claimed_until }
    default: {
      if (!leaving) return row
      // A lane is due again when its claim ends: if its sender dies, nobody else has to notice.
      const leaseUntil = later(now, policy.leaseMs)
      const sending = { id: leaving.id, attempt: leaving.attempt, claimed_until: leaseUntil, next_at: leaseUntil }
      const frees = turn.turn !== 'announce' && lines.some(l => l.state === 'held' && l.id !== leaving.id)
      return { ...row, ...sending, tokens: turn.bucket.tokens, refilled_at: new Date(turn.bucket.refilledAtMs), frees }
    }
  }
}

export function claimedOf({ phone, turn }: Candidate, leaving: Leaving | null, now: Date, policy: DeliveryPolicy): ClaimedDelivery[] {
  if (!leaving || !('bucket' in turn)) return []
  const next = take(turn.bucket, policy.lane.rate, now.getTime(), spareOf(false))
  return [
    {
      userId: phone.user_id,
      deliveryId: leaving.id,
      kind: leaving.kind,
      messageId: leaving.messageId,
      memberIds: leaving.memberIds,
      filterId: leaving.filterId,
      destinationId: phone.destination_id,
      waId: phone.wa_id,
      waUserId: phone.wa_user_id,
      attempt: leaving.attempt,
      startedAt: now,
      leaseUntil: later(now, policy.leaseMs),
      nextTokenAt: next.taken ? now : new Date(next.readyAtMs),
      probesPause: phone.paused_until ? later(now, policy.probeMs) : null,
    },
  ]
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
