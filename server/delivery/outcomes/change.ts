// Turns the outcome of an attempt into the changes of its delivery, attempt and lane.
import { z } from 'zod/mini'
import { follow } from '../../../core/delivery/digests.ts'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { afterLateTry, effectsOfAttempt, hasArrived, type OutcomeEffects } from '../../../core/delivery/outcome-effects.ts'
import { afterSending } from '../../../core/delivery/states.ts'
import { stamp, type Times } from '../../../core/delivery/times.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { DeliveryChange, DeliveryRow, Tries } from './queue.ts'

export interface EndedAttempt {
  outcome: Outcome
  attempt: number
  lease: { host: string; until: Date } | null
  nextTokenAt: Date
}

export interface RecordedOutcome {
  change: DeliveryChange
  aftermath: OutcomeEffects
}

/** What the end of attempt `ended.attempt` makes of its delivery. */
export function outcomeOf(
  row: DeliveryRow,
  tries: Tries | undefined,
  ended: EndedAttempt,
  now: Date,
  random: number,
  policy: DeliveryPolicy,
): RecordedOutcome {
  const { outcome } = ended
  const attempted = {
    attempts: Math.max(1, tries?.tries ?? 1),
    outcome,
    now,
    random,
    unknownSince: tries?.unknown_since ?? null,
    sentBefore: tries?.sent_wamid != null,
  }
  const aftermath = withoutDigest(row, effectsOfAttempt(attempted, policy.retry, policy.probeMs))
  const attempt = { n: ended.attempt, outcome: aftermath.word, reason: 'reason' in outcome ? outcome.reason : null, wamid: aftermath.wamid }
  if (row.attempts !== ended.attempt) return { change: { ...lateChange(row, outcome, now), attempt }, aftermath }
  const failure = failureTold(row, aftermath.wamid)
  const state = failure ? 'failed' : afterSending(row.state, aftermath.state)
  const isOurs = state === aftermath.state
  const lane = {
    nextAt: latest([now, ended.nextTokenAt, aftermath.dueAt, aftermath.pauseNumber?.until]),
    lease: ended.lease,
    blockedUntil: aftermath.laneBlockedUntil,
  }
  return {
    change: {
      ...unchanged(row),
      after: { state, reason: failure ?? (isOurs ? aftermath.reason : row.reason) },
      dueAt: isOurs ? aftermath.dueAt : null,
      wamid: aftermath.wamid ?? tries?.sent_wamid ?? null,
      times: failure ? stamp(timesOf(row), 'failed', now) : timesAfter(timesOf(row), aftermath, now, isOurs),
      attempt,
      lane,
    },
    aftermath,
  }
}

/** Why the messenger called this message failed before it answered that it takes it. */
const failureTold = (row: DeliveryRow, wamid: string | null): string | null =>
  wamid === null || hasArrived(row.state) ? null : (failuresOf(row)[wamid] ?? null)

const Failures = z.record(z.string(), z.string())

/** By message: why the messenger called it failed. */
export const failuresOf = ({ failures }: DeliveryRow): Record<string, string> => z.nullable(Failures).parse(failures) ?? {}

/** A digest that cannot leave now is unmade, so that its emails are announced; one that may have arrived is not sent again. */
function withoutDigest(row: DeliveryRow, aftermath: OutcomeEffects): OutcomeEffects {
  if (row.kind !== 'digest' || aftermath.state !== 'held' || aftermath.reason !== 'window_closed') return aftermath
  return { ...aftermath, ...(aftermath.unknownSince ? inDoubt : unmade) }
}

const inDoubt = { state: 'failed', reason: 'outcome_unknown' } as const
const unmade = { state: 'cancelled', reason: 'window_closed' } as const

/** The change of a digest, with those of the emails that it carries. */
export function withBundled(change: DeliveryChange, members: DeliveryRow[], singly: boolean): DeliveryChange[] {
  if (change.row.kind !== 'digest') return [change]
  const followed = members
    .filter(m => m.digest_id === change.row.id && m.user_id === change.row.user_id)
    .flatMap(member => {
      const after = follow(member, change.row, change.after, singly)
      if (!after) return []
      const { state, reason, leaves } = after
      return { ...unchanged(member), after: { state, reason }, dueAt: null, leaves, times: leaves ? timesOf(member) : change.times }
    })
  return [change, ...followed]
}

/** A newer attempt has begun since this one. */
function lateChange(row: DeliveryRow, outcome: Outcome, now: Date): DeliveryChange {
  const state = afterLateTry(row.state, outcome)
  if (state === row.state || outcome.kind !== 'sent') return unchanged(row)
  return {
    ...unchanged(row),
    after: { state, reason: null },
    dueAt: null,
    wamid: row.wamid ?? outcome.wamid,
    times: stamp(timesOf(row), 'accepted', now),
    lane: { nextAt: now, lease: null, blockedUntil: null },
  }
}

export const unchanged = (row: DeliveryRow): DeliveryChange => ({
  row,
  after: { state: row.state, reason: row.reason },
  dueAt: row.due_at,
  wamid: null,
  times: timesOf(row),
  attempt: null,
  lane: null,
})

export const timesOf = (row: DeliveryRow): Times => ({
  accepted: row.accepted_at,
  sent: row.sent_at,
  delivered: row.delivered_at,
  read: row.read_at,
  failed: row.failed_at,
})

function timesAfter(times: Times, aftermath: OutcomeEffects, now: Date, isOurs: boolean): Times {
  if (aftermath.state === 'accepted') return stamp(times, 'accepted', now)
  return aftermath.state === 'failed' && isOurs ? stamp(times, 'failed', now) : times
}

const latest = (dates: (Date | null | undefined)[]): Date => new Date(Math.max(...dates.map(d => d?.getTime() ?? 0)))
