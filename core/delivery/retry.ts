// Decides what follows an attempt: a final state, a retry later, or waiting for the echo of an unknown one.
import type { Outcome } from './outcome.ts'
import type { State } from './states.ts'

export interface RetryPolicy {
  /** The longest wait before the second try; each later one may be twice as long, up to `capMs`. */
  baseMs: number
  capMs: number
  maxAttempts: number
  /** How long an unknown outcome waits for its echo (whatsapp.md §1.4). */
  echoWaitMs: number
  /** When a delivery held by a paused number looks again. */
  pausedRecheckMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  baseMs: 5_000,
  capMs: 15 * 60_000,
  maxAttempts: 8,
  echoWaitMs: 60_000,
  pausedRecheckMs: 15 * 60_000,
}

/**
 * `attempts` counts this one and those before it since the delivery was last held.
 * `unknownSince` is when an earlier attempt first ended as unknown, ever. `random` is in [0, 1).
 */
export interface Attempted {
  attempts: number
  outcome: Outcome
  now: Date
  random: number
  unknownSince: Date | null
}

/**
 * `dueAt` is null where nobody waits for time to pass. `attempts` is the count to keep.
 * `stop`: no delivery of this destination, or of this number, would fare better. `closeWindow`: the messenger says it is closed.
 */
export interface Settled {
  state: State
  dueAt: Date | null
  reason: string | null
  wamid: string | null
  attempts: number
  unknownSince: Date | null
  laneBlockedUntil: Date | null
  numberBlockedUntil: Date | null
  stop: 'destination' | 'number' | null
  closeWindow: boolean
}

/** Settle with `afterSending` (states.ts): the webhook may have been faster than the answer. */
export function afterAttempt(attempted: Attempted, policy: RetryPolicy = defaultRetryPolicy): Settled {
  const { outcome } = attempted
  switch (outcome.kind) {
    case 'sent':
      return settled(attempted, 'accepted', { wamid: outcome.wamid })
    case 'failed':
      return settled(attempted, 'failed', { reason: outcome.reason, stop: outcome.stop === 'delivery' ? null : outcome.stop })
    case 'held':
      return hold(attempted, outcome.reason, policy)
    case 'unknown':
      return doubt(attempted, outcome.reason, policy)
    case 'retry':
      return retry(attempted, outcome, policy)
  }
}

function hold(attempted: Attempted, reason: Extract<Outcome, { kind: 'held' }>['reason'], policy: RetryPolicy): Settled {
  // Being held is nobody's failure: the tries begin anew once it may go on.
  if (reason === 'window_closed') return settled(attempted, 'held', { reason, attempts: 0, closeWindow: true })
  return settled(attempted, 'held', { reason, attempts: 0, dueAt: later(attempted.now, policy.pausedRecheckMs) })
}

function doubt(attempted: Attempted, reason: string, policy: RetryPolicy): Settled {
  if (attempted.unknownSince) return settled(attempted, 'failed', { reason: 'outcome_unknown' })
  return settled(attempted, 'unknown', { reason, unknownSince: attempted.now, dueAt: later(attempted.now, policy.echoWaitMs) })
}

function retry(attempted: Attempted, outcome: Extract<Outcome, { kind: 'retry' }>, policy: RetryPolicy): Settled {
  const delayMs = Math.max(backOffMs(attempted.attempts, attempted.random, policy), outcome.afterMs ?? 0)
  const dueAt = later(attempted.now, delayMs)
  const blocks = {
    laneBlockedUntil: outcome.scope === 'destination' ? dueAt : null,
    numberBlockedUntil: outcome.scope === 'number' ? dueAt : null,
  }
  // What is wrong with the number is no mail's fault: it waits in its lane, where it expires at last, and the tries begin anew.
  if (outcome.scope === 'number') return settled(attempted, 'queued', { reason: outcome.reason, dueAt, attempts: 0, ...blocks })
  if (attempted.attempts >= policy.maxAttempts) return settled(attempted, 'failed', { reason: 'gave_up', ...blocks })
  return settled(attempted, 'queued', { reason: outcome.reason, dueAt, ...blocks })
}

/** Exponential back-off with full jitter: anything between nothing and the doubled wait. */
function backOffMs(attempts: number, random: number, policy: RetryPolicy): number {
  return Math.floor(random * Math.min(policy.capMs, policy.baseMs * 2 ** (attempts - 1)))
}

function settled(attempted: Attempted, state: State, change: Partial<Settled>): Settled {
  return {
    state,
    dueAt: null,
    reason: null,
    wamid: null,
    attempts: attempted.attempts,
    unknownSince: attempted.unknownSince,
    laneBlockedUntil: null,
    numberBlockedUntil: null,
    stop: null,
    closeWindow: false,
    ...change,
  }
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
