// What a lane's turn means in rows: what is written of the lane and its head, and what its sender is given.
import { take } from '../../../core/delivery/lanes.ts'
import type { Turn } from '../../../core/delivery/turn.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import type { DueLane, TurnRow, WaitingHead } from './queue.ts'

/** One lane whose turn it is. `head` is null when nothing waits, 'busy' while somebody else writes to it. */
export interface Candidate {
  lane: DueLane
  head: WaitingHead | 'busy' | null
  turn: Turn | null
}

/** Somebody else is writing to the head: look again this soon. */
const busyMs = 50
/** Whoever ends a head does so in a transaction of its own; if that never comes, the lane is looked at again. */
const closingMs = 1_000

export function rowOf({ lane, head, turn }: Candidate, now: Date, policy: DeliveryPolicy): TurnRow {
  const row: TurnRow = {
    user_id: lane.user_id,
    destination_id: lane.destination_id,
    next_at: null,
    id: null,
    state: null,
    reason: null,
    attempt: null,
    tokens: null,
    refilled_at: null,
    claimed_until: null,
    hold_all: false,
  }
  if (!head) return row
  if (head === 'busy' || !turn) return { ...row, next_at: later(now, busyMs) }
  switch (turn.turn) {
    case 'wait':
      return { ...row, next_at: turn.until }
    case 'hold':
      return { ...row, next_at: turn.until, id: head.id, state: 'held', reason: turn.reason, hold_all: true }
    case 'doubt':
    case 'end':
      return { ...row, next_at: later(now, closingMs) }
    case 'send': {
      // A lane is due again when its claim ends: if its sender dies, nobody else has to notice.
      const leaseUntil = later(now, policy.leaseMs)
      const sending = { id: head.id, state: 'sending', attempt: head.attempts + 1, claimed_until: leaseUntil, next_at: leaseUntil } as const
      return { ...row, ...sending, tokens: turn.bucket.tokens, refilled_at: new Date(turn.bucket.refilledAtMs) }
    }
  }
}

export function claimedOf({ head, turn }: Candidate, now: Date, pausedUntil: Date | null, policy: DeliveryPolicy): ClaimedDelivery[] {
  if (!head || head === 'busy' || turn?.turn !== 'send') return []
  const next = take(turn.bucket, policy.lane.rate, now.getTime())
  return [
    {
      userId: head.user_id,
      deliveryId: head.id,
      kind: head.kind,
      messageId: head.message_id,
      memberIds: [],
      filterId: head.filter_id,
      destinationId: head.destination_id,
      waId: head.wa_id,
      waUserId: head.wa_user_id,
      attempt: head.attempts + 1,
      startedAt: now,
      leaseUntil: later(now, policy.leaseMs),
      nextTokenAt: next.taken ? now : new Date(next.readyAtMs),
      probesPause: pausedUntil ? later(now, policy.probeMs) : null,
    },
  ]
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
