// Decides what follows an attempt: a final state, a later retry, or waiting for the echo of an unknown outcome.
import type { AttemptOutcome, Outcome } from './outcome.ts'
import type { State } from './states.ts'

export interface RetryPolicy {
  /** The longest wait before the second attempt; it doubles with each attempt, up to `capMs`. */
  baseMs: number
  capMs: number
  maxAttempts: number
  /** How long an unknown outcome waits for its echo (whatsapp.md §1.4). */
  echoWaitMs: number
  /** How long a delivery held by a paused number waits before it is checked again. */
  pausedRecheckMs: number
  /** The longest wait while WhatsApp itself is in trouble, so that its end is noticed soon. */
  serviceCapMs: number
  /** A message that fails although others get through is given up after this long, and `maxAttempts`. */
  serviceGiveUpMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  baseMs: 5_000,
  capMs: 15 * 60_000,
  maxAttempts: 8,
  echoWaitMs: 60_000,
  pausedRecheckMs: 15 * 60_000,
  serviceCapMs: 60_000,
  serviceGiveUpMs: 30 * 60_000,
}

/**
 * `attempts` counts attempts since the delivery was last held, including this one.
 * `unknownSince` is when an attempt first ended as unknown, if ever. `random` is in [0, 1).
 */
export interface AttemptFacts {
  attempts: number
  outcome: AttemptOutcome
  now: Date
  random: number
  unknownSince: Date | null
  /** When the first of these attempts began. */
  triedSince: Date
  /** Another message got through since this one was last tried (trouble.ts). */
  hasServiceWorked: boolean
}

/**
 * `dueAt` is null if no waiting time applies. `attempts` is the count to store.
 * `stop`: no delivery to this destination, or from this number, would succeed. `closeWindow`: WhatsApp says the window is closed.
 */
export interface AttemptChange {
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

/** Combine the state with `afterSending` (states.ts): the webhook may have arrived before the response. */
export function afterAttempt(attempt: AttemptFacts, policy: RetryPolicy = defaultRetryPolicy): AttemptChange {
  const { outcome } = attempt
  switch (outcome.kind) {
    case 'sent':
      return changeTo(attempt, 'accepted', { wamid: outcome.wamid })
    case 'failed':
      return changeTo(attempt, 'failed', { reason: outcome.reason, stop: outcome.stop === 'delivery' ? null : outcome.stop })
    case 'held':
      return hold(attempt, outcome.reason, policy)
    case 'unknown':
      return markUnknown(attempt, outcome.reason, policy)
    case 'retry':
      return retry(attempt, outcome, policy)
    case 'released':
      return changeTo(attempt, 'queued', { attempts: 0 })
  }
}

function hold(attempt: AttemptFacts, reason: Extract<Outcome, { kind: 'held' }>['reason'], policy: RetryPolicy): AttemptChange {
  // Being held is not a failure: the attempt count starts over.
  if (reason === 'window_closed') return changeTo(attempt, 'held', { reason, attempts: 0, closeWindow: true })
  return changeTo(attempt, 'held', { reason, attempts: 0, dueAt: later(attempt.now, policy.pausedRecheckMs) })
}

function markUnknown(attempt: AttemptFacts, reason: string, policy: RetryPolicy): AttemptChange {
  if (attempt.unknownSince) return changeTo(attempt, 'failed', { reason: 'outcome_unknown' })
  return changeTo(attempt, 'unknown', { reason, unknownSince: attempt.now, dueAt: later(attempt.now, policy.echoWaitMs) })
}

function retry(attempt: AttemptFacts, outcome: Extract<Outcome, { kind: 'retry' }>, policy: RetryPolicy): AttemptChange {
  if (outcome.scope === 'service') return retryAfterService(attempt, outcome, policy)
  const delayMs = Math.max(backoffMs(attempt.attempts, attempt.random, policy), outcome.afterMs ?? 0)
  const dueAt = later(attempt.now, delayMs)
  const blockedUntil = {
    laneBlockedUntil: outcome.scope === 'destination' ? dueAt : null,
    numberBlockedUntil: outcome.scope === 'number' ? dueAt : null,
  }
  // Trouble with our number is not the delivery's fault: it waits in its lane until it expires, and the attempt count starts over.
  if (outcome.scope === 'number') return changeTo(attempt, 'queued', { reason: outcome.reason, dueAt, attempts: 0, ...blockedUntil })
  if (attempt.attempts >= policy.maxAttempts) return changeTo(attempt, 'failed', { reason: 'gave_up', ...blockedUntil })
  return changeTo(attempt, 'queued', { reason: outcome.reason, dueAt, ...blockedUntil })
}

/** Waits until WhatsApp works again. A message that fails while others get through is given up in the end. */
function retryAfterService(attempt: AttemptFacts, outcome: Extract<Outcome, { kind: 'retry' }>, policy: RetryPolicy): AttemptChange {
  const { attempts, hasServiceWorked, triedSince, now } = attempt
  const isHopeless = attempts >= policy.maxAttempts && now.getTime() - triedSince.getTime() >= policy.serviceGiveUpMs
  if (hasServiceWorked && isHopeless) return changeTo(attempt, 'failed', { reason: 'gave_up' })
  const capped = { ...policy, capMs: hasServiceWorked ? policy.capMs : policy.serviceCapMs }
  const delayMs = Math.max(backoffMs(attempts, attempt.random, capped), outcome.afterMs ?? 0)
  return changeTo(attempt, 'queued', { reason: outcome.reason, dueAt: later(now, delayMs) })
}

/** Exponential backoff with full jitter: between zero and the doubled wait. */
function backoffMs(attempts: number, random: number, policy: RetryPolicy): number {
  return Math.floor(random * Math.min(policy.capMs, policy.baseMs * 2 ** (attempts - 1)))
}

function changeTo(attempt: AttemptFacts, state: State, change: Partial<AttemptChange>): AttemptChange {
  return {
    state,
    dueAt: null,
    reason: null,
    wamid: null,
    attempts: attempt.attempts,
    unknownSince: attempt.unknownSince,
    laneBlockedUntil: null,
    numberBlockedUntil: null,
    stop: null,
    closeWindow: false,
    ...change,
  }
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
