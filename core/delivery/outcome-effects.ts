// Decides the effects of an attempt beyond its delivery: the recorded result, the allowance, and a pause of our number.
import type { UsageOutcome } from '../plans/allowance.ts'
import type { AttemptOutcome } from './outcome.ts'
import { type AttemptChange, type AttemptFacts, afterAttempt, type RetryPolicy } from './retry.ts'
import { advance, arrivedStates, isFinal, isOneOf, type State } from './states.ts'

/** As stored with the attempt. `held`: not the delivery's fault, so the attempt count starts over. */
export type AttemptResult = 'sent' | 'retry' | 'failed' | 'held' | 'unknown'

export interface NumberPause {
  until: Date
  /** Null for a short pause to keep the pace, which nobody needs to see. */
  reason: string | null
}

export interface OutcomeEffects extends AttemptChange {
  attemptResult: AttemptResult
  pauseNumber: NumberPause | null
}

const visibleFromMs = 60_000

/** `sentBefore`: an earlier attempt, thought lost, was sent after all; then no retry is needed, however this one ended. */
export type AttemptWithHistory = AttemptFacts & { sentBefore: boolean }

/** Like `afterAttempt`, but trouble with our number never uses up a delivery's attempts. */
export function attemptEffects(attempt: AttemptWithHistory, policy: RetryPolicy, probeMs: number): OutcomeEffects {
  const effects = effectsOnNumber(attempt, policy, probeMs)
  return attempt.sentBefore ? { ...effects, state: 'accepted', reason: null, dueAt: null } : effects
}

/** The state after the outcome of an older attempt; while a newer one is being sent, the newer one decides. */
export const stateAfterLateAttempt = (current: State, outcome: AttemptOutcome): State =>
  outcome.kind === 'sent' && current !== 'sending' ? advance(current, 'accepted') : current

function effectsOnNumber(attempt: AttemptFacts, policy: RetryPolicy, probeMs: number): OutcomeEffects {
  const { outcome, now } = attempt
  if (outcome.kind === 'retry' && outcome.scope === 'number')
    return pauseForNumber(attempt, policy, outcome.afterMs ?? probeMs, outcome.reason)
  if (outcome.kind === 'failed' && outcome.stop === 'number') return pauseForNumber(attempt, policy, probeMs, outcome.reason)
  const change = afterAttempt(attempt, policy)
  if (outcome.kind === 'released') return { ...change, attemptResult: 'held', pauseNumber: null }
  // Held: the attempt count starts over.
  if (outcome.kind === 'retry' && outcome.scope === 'service' && !attempt.hasServiceWorked)
    return { ...change, attemptResult: 'held', pauseNumber: null }
  if (outcome.kind !== 'held' || outcome.reason !== 'number_paused') return { ...change, attemptResult: outcome.kind, pauseNumber: null }
  return {
    ...change,
    dueAt: null,
    attemptResult: 'held',
    pauseNumber: { until: new Date(now.getTime() + probeMs), reason: outcome.reason },
  }
}

function pauseForNumber(attempt: AttemptFacts, policy: RetryPolicy, forMs: number, reason: string): OutcomeEffects {
  const held = afterAttempt({ ...attempt, outcome: { kind: 'held', reason: 'number_paused' } }, policy)
  const isVisible = forMs >= visibleFromMs
  return {
    ...held,
    state: isVisible ? 'held' : 'queued',
    reason,
    dueAt: null,
    attemptResult: 'held',
    pauseNumber: { until: new Date(attempt.now.getTime() + forMs), reason: isVisible ? reason : null },
  }
}

export interface StateWithReason {
  state: State
  reason: string | null
}

/** How a change of state affects the usage of the month that a delivery counts in; null if it does not. */
export function usageChange(before: State, after: State): UsageOutcome | null {
  const arrives = hasArrived(after) && !hasArrived(before)
  if (!isFinal(before)) return arrives ? 'delivered' : isFinal(after) ? 'returned' : null
  return arrives ? 'delivered_after_return' : null
}

export const hasArrived = (state: State): boolean => isOneOf(arrivedStates, state)
