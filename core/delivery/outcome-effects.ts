// The effects of an attempt beyond its delivery: the pause of our number, the recorded result, the allowance.
import type { UsageOutcome } from '../plans/allowance.ts'
import type { Outcome } from './outcome.ts'
import { type Attempted, afterAttempt, type RetryPolicy, type Settled } from './retry.ts'
import { advance, arrivedStates, isFinal, isOneOf, type State } from './states.ts'

/** As attempts keep it. `held`: no fault of the mail, so that the tries begin anew. */
export type AttemptResult = 'sent' | 'retry' | 'failed' | 'held' | 'unknown'

export interface NumberPause {
  until: Date
  /** Null while the number only catches its breath: nobody needs to read of it. */
  reason: string | null
}

export interface OutcomeEffects extends Settled {
  word: AttemptResult
  pauseNumber: NumberPause | null
}

const readableFromMs = 60_000

/** `sentBefore`: an older try, thought lost, has turned out to be sent; then no other is wanted, however this one ended. */
export type AttemptedAgain = Attempted & { sentBefore: boolean }

/** `afterAttempt`, but trouble of the whole number never uses up the tries of the mail that met it. */
export function effectsOfAttempt(attempted: AttemptedAgain, policy: RetryPolicy, probeMs: number): OutcomeEffects {
  const aftermath = settleThis(attempted, policy, probeMs)
  return attempted.sentBefore ? { ...aftermath, state: 'accepted', reason: null, dueAt: null } : aftermath
}

/** The state after a try older than the newest turned out so: while the newest is being sent, that one decides. */
export const afterLateTry = (current: State, outcome: Outcome): State =>
  outcome.kind === 'sent' && current !== 'sending' ? advance(current, 'accepted') : current

function settleThis(attempted: Attempted, policy: RetryPolicy, probeMs: number): OutcomeEffects {
  const { outcome, now } = attempted
  if (outcome.kind === 'retry' && outcome.scope === 'number') return pausing(attempted, policy, outcome.afterMs ?? probeMs, outcome.reason)
  if (outcome.kind === 'failed' && outcome.stop === 'number') return pausing(attempted, policy, probeMs, outcome.reason)
  const settled = afterAttempt(attempted, policy)
  if (outcome.kind !== 'held' || outcome.reason !== 'number_paused') return { ...settled, word: outcome.kind, pauseNumber: null }
  return { ...settled, dueAt: null, word: 'held', pauseNumber: { until: new Date(now.getTime() + probeMs), reason: outcome.reason } }
}

function pausing(attempted: Attempted, policy: RetryPolicy, forMs: number, reason: string): OutcomeEffects {
  const held = afterAttempt({ ...attempted, outcome: { kind: 'held', reason: 'number_paused' } }, policy)
  const isReadable = forMs >= readableFromMs
  return {
    ...held,
    state: isReadable ? 'held' : 'queued',
    reason,
    dueAt: null,
    word: 'held',
    pauseNumber: { until: new Date(attempted.now.getTime() + forMs), reason: isReadable ? reason : null },
  }
}

export interface StateWithReason {
  state: State
  reason: string | null
}

/** What the month's allowance must learn when a delivery passes from one state to another; null for nothing. */
export function usageChange(before: StateWithReason, after: StateWithReason): UsageOutcome | null {
  const arrives = hasArrived(after.state) && !hasArrived(before.state)
  if (isReserved(before)) return arrives ? 'delivered' : isFinal(after.state) ? 'released' : null
  return arrives ? 'delivered_after_release' : null
}

/** One that waits because the allowance is used up took nothing of it. */
export const isReserved = ({ state, reason }: StateWithReason): boolean =>
  !isFinal(state) && !(state === 'held' && reason === 'allowance_used')

export const hasArrived = (state: State): boolean => isOneOf(arrivedStates, state)
