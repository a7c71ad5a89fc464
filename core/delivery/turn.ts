// What a lane does at its turn: what its head may do, and whether our number may be used for it.
import { type Bucket, type Head, type Lane, type LanePolicy, nextStep } from './lanes.ts'

/** `probe`: a pause has run out, and one message may find out whether the number works again. */
export type NumberState = { state: 'open' } | { state: 'probe' } | { state: 'paused'; until: Date; reason: string | null }

export type Turn =
  | { turn: 'send'; bucket: Bucket }
  | { turn: 'wait'; until: Date }
  | { turn: 'hold'; reason: string; until: Date }
  | { turn: 'doubt' }
  | { turn: 'end'; state: 'cancelled' | 'expired' | 'failed'; reason: string }

/** `lane` is null when its destination was removed: what waits is cancelled, what may have left keeps its echo's time. */
export function takeTurn(lane: Lane | null, head: Head, number: NumberState, now: Date, policy: LanePolicy): Turn {
  if (!lane) return withoutDestination(head, now)
  const step = nextStep(lane, head, now, policy)
  switch (step.step) {
    case 'wait':
      return { turn: 'wait', until: step.until }
    case 'hold':
      return { turn: 'hold', reason: step.reason, until: step.until }
    case 'expire':
      return { turn: 'end', state: 'expired', reason: step.reason }
    case 'fail':
      return { turn: 'end', state: 'failed', reason: step.reason }
    case 'doubt':
      return { turn: 'doubt' }
    case 'send':
      return number.state === 'paused' ? whilePaused(number) : { turn: 'send', bucket: step.bucket }
  }
}

// Without a reason the number only catches its breath: the delivery stays as it is.
function whilePaused({ until, reason }: Extract<NumberState, { state: 'paused' }>): Turn {
  return reason === null ? { turn: 'wait', until } : { turn: 'hold', reason, until }
}

function withoutDestination(head: Head, now: Date): Turn {
  if (head.state === 'queued' || head.state === 'held') return { turn: 'end', state: 'cancelled', reason: 'destination_removed' }
  if (head.dueAt && head.dueAt > now) return { turn: 'wait', until: head.dueAt }
  return head.state === 'sending' ? { turn: 'doubt' } : { turn: 'end', state: 'failed', reason: 'outcome_unknown' }
}
