// Turns the outcome of an attempt into the changes of its delivery, attempt and lane.
import { z } from 'zod/mini'
import { updateBundled } from '../../../core/delivery/digests.ts'
import type { AttemptOutcome } from '../../../core/delivery/outcome.ts'
import { attemptEffects, hasArrived, type OutcomeEffects, stateAfterLateAttempt } from '../../../core/delivery/outcome-effects.ts'
import { afterSending } from '../../../core/delivery/states.ts'
import { recordTime, type Times } from '../../../core/delivery/times.ts'
import { hasWorkedSince, type ServiceTrouble } from '../../../core/delivery/trouble.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { DeliveryChange, DeliveryRow, Tries } from './queue.ts'

export interface EndedAttempt {
  outcome: AttemptOutcome
  attempt: number
  lease: { host: string; until: Date } | null
  nextTokenAt: Date
}

export interface RecordedOutcome {
  change: DeliveryChange
  effects: OutcomeEffects
}

export function applyOutcome(
  row: DeliveryRow,
  attempts: Tries | undefined,
  ended: EndedAttempt,
  now: Date,
  random: number,
  policy: DeliveryPolicy,
  trouble: ServiceTrouble | null = null,
): RecordedOutcome {
  const { outcome } = ended
  const attemptFacts = {
    attempts: Math.max(1, attempts?.tries ?? 1),
    outcome,
    now,
    random,
    unknownSince: attempts?.unknown_before ?? null,
    sentBefore: attempts?.sent_wamid != null,
    triedSince: attempts?.tried_since ?? now,
    hasServiceWorked: hasWorkedSince(trouble, attempts?.previous_at ?? null),
  }
  const effects = dissolveUnsentDigest(row, attemptEffects(attemptFacts, policy.retry, policy.probeMs))
  const attempt = {
    n: ended.attempt,
    outcome: effects.attemptResult,
    reason: 'reason' in outcome ? outcome.reason : null,
    wamid: effects.wamid,
  }
  if (row.attempts !== ended.attempt) return { change: { ...lateChange(row, outcome, now), attempt }, effects }
  const reported = reportedFailure(row, effects.wamid)
  const state = reported ? 'failed' : afterSending(row.state, effects.state)
  const isApplied = state === effects.state
  const lane = {
    // What was released gives its token back.
    nextAt: latest([now, outcome.kind === 'released' ? null : ended.nextTokenAt, effects.dueAt, effects.pauseNumber?.until]),
    lease: ended.lease,
    blockedUntil: effects.laneBlockedUntil,
    unusedTokens: outcome.kind === 'released' ? 1 : 0,
  }
  return {
    change: {
      ...unchanged(row),
      after: { state, reason: reported ?? (isApplied ? effects.reason : row.reason) },
      dueAt: isApplied ? effects.dueAt : null,
      wamid: effects.wamid ?? attempts?.sent_wamid ?? null,
      times: reported ? recordTime(readTimes(row), 'failed', now) : timesAfter(readTimes(row), effects, now, isApplied),
      attempt,
      lane,
    },
    effects,
  }
}

/** The reason, if WhatsApp reported this message as failed before it responded that it accepted it. */
const reportedFailure = (row: DeliveryRow, wamid: string | null): string | null =>
  wamid === null || hasArrived(row.state) ? null : (readFailures(row)[wamid] ?? null)

const Failures = z.record(z.string(), z.string())

/** By message: why WhatsApp reported it as failed. */
export const readFailures = ({ failures }: DeliveryRow): Record<string, string> => z.nullable(Failures).parse(failures) ?? {}

/** A digest that cannot be sent now is dissolved, so its emails are announced; one that may have arrived is not sent again. */
function dissolveUnsentDigest(row: DeliveryRow, effects: OutcomeEffects): OutcomeEffects {
  if (row.kind !== 'digest' || effects.state !== 'held' || effects.reason !== 'window_closed') return effects
  return { ...effects, ...(effects.unknownSince ? mayHaveArrived : dissolved) }
}

const mayHaveArrived = { state: 'failed', reason: 'outcome_unknown' } as const
const dissolved = { state: 'cancelled', reason: 'window_closed' } as const

/** The change of a digest together with those of its emails. */
export function withBundled(change: DeliveryChange, members: DeliveryRow[], sendIndividually: boolean): DeliveryChange[] {
  if (change.row.kind !== 'digest') return [change]
  const memberChanges = members
    .filter(m => m.digest_id === change.row.id && m.user_id === change.row.user_id)
    .flatMap(member => {
      const after = updateBundled(member, change.row, change.after, sendIndividually)
      if (!after) return []
      const { state, reason, leavesDigest } = after
      return {
        ...unchanged(member),
        after: { state, reason },
        dueAt: null,
        leavesDigest,
        times: leavesDigest ? readTimes(member) : change.times,
      }
    })
  return [change, ...memberChanges]
}

/** A newer attempt has started since this one. */
function lateChange(row: DeliveryRow, outcome: AttemptOutcome, now: Date): DeliveryChange {
  const state = stateAfterLateAttempt(row.state, outcome)
  if (state === row.state || outcome.kind !== 'sent') return unchanged(row)
  return {
    ...unchanged(row),
    after: { state, reason: null },
    dueAt: null,
    wamid: row.wamid ?? outcome.wamid,
    times: recordTime(readTimes(row), 'accepted', now),
    lane: { nextAt: now, lease: null, blockedUntil: null },
  }
}

export const unchanged = (row: DeliveryRow): DeliveryChange => ({
  row,
  after: { state: row.state, reason: row.reason },
  dueAt: row.due_at,
  wamid: null,
  times: readTimes(row),
  attempt: null,
  lane: null,
})

export const readTimes = (row: DeliveryRow): Times => ({
  accepted: row.accepted_at,
  sent: row.sent_at,
  delivered: row.delivered_at,
  read: row.read_at,
  failed: row.failed_at,
})

function timesAfter(times: Times, effects: OutcomeEffects, now: Date, isApplied: boolean): Times {
  if (effects.state === 'accepted') return recordTime(times, 'accepted', now)
  return effects.state === 'failed' && isApplied ? recordTime(times, 'failed', now) : times
}

const latest = (dates: (Date | null | undefined)[]): Date => new Date(Math.max(...dates.map(d => d?.getTime() ?? 0)))
