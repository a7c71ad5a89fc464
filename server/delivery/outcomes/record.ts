// Records the outcomes of many attempts together: deliveries, lanes, the number's pause, unreachable phones.
import { canSendIndividually } from '../../../core/delivery/digests.ts'
import type { AttemptOutcome } from '../../../core/delivery/outcome.ts'
import type { ServiceTrouble } from '../../../core/delivery/trouble.ts'
import { inPipeline } from '../../foundation/db/pipeline.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { endPause, pauseNumber, slowNumber } from '../number/queue.ts'
import { endTrouble, noteTrouble, readTrouble } from '../number/trouble-queue.ts'
import { lockDestinations } from '../owners.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import type { OnStep } from '../steps.ts'
import { closeWindow, updateReachability } from '../store.ts'
import { applyOutcome, type RecordedOutcome, withBundled } from './change.ts'
import { type DeliveryChange, lockWithBundled, type OnFinal, readTries, writeChanges } from './queue.ts'

export interface FinishedAttempt {
  claimed: ClaimedDelivery
  outcome: AttemptOutcome
}

export interface OutcomeDeps {
  host: string
  numberId: string
  policy: DeliveryPolicy
  onFinal: OnFinal
  random(): number
  /** WhatsApp works again; nothing had got through since then. */
  onServiceWorks?(since: Date): void
  onStep?: OnStep | undefined
}

/** Safe to repeat and to call late: the attempt number decides what still counts. */
export async function recordOutcomes(db: Db, done: FinishedAttempt[], now: Date, deps: OutcomeDeps): Promise<void> {
  if (done.length === 0) return
  deps.onStep?.('record:begun')
  await inPipeline(db, async tx => {
    const failures = done.filter(d => mayMakeUnreachable(d.outcome))
    await lockDestinations(
      tx,
      failures.map(f => f.claimed),
    )
    for (const { claimed } of done.filter(d => d.outcome.kind === 'held' && d.outcome.reason === 'window_closed')) {
      await closeWindow(tx, claimed.userId, claimed.destinationId, claimed.startedAt)
    }
    const failing = done.filter(d => isServiceTrouble(d.outcome))
    const [trouble, locked] = await Promise.all([readTrouble(tx, deps.numberId), lockAll(tx, done)])
    const results = await computeChanges(tx, done, locked, failing.length > 0 ? trouble : null, now, deps)
    deps.onStep?.('record:locked')
    await writeChanges(
      tx,
      results.flatMap(s => s.changes),
      now,
      deps.onFinal,
    )
    for (const { claimed, outcome } of failures) {
      await updateReachability(
        tx,
        claimed.userId,
        claimed.destinationId,
        outcome.kind === 'failed' && outcome.stop === 'destination',
        deps.policy.unreachableAfter,
        now,
      )
    }
    await updateNumber(tx, done, results, now, deps)
    await updateTrouble(tx, done, failing, trouble, now, deps)
    deps.onStep?.('record:written')
  })
  deps.onStep?.('record:committed')
}

const isServiceTrouble = (outcome: AttemptOutcome): boolean =>
  (outcome.kind === 'unknown' && outcome.reason === 'no_answer') || (outcome.kind === 'retry' && outcome.scope === 'service')

/** WhatsApp took the message, or had a look at its phone: it works. */
const provesService = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'sent' || (outcome.kind === 'held' && outcome.reason === 'window_closed')

async function updateTrouble(
  tx: Tx,
  done: FinishedAttempt[],
  failing: FinishedAttempt[],
  trouble: ServiceTrouble | null,
  now: Date,
  { numberId, onServiceWorks }: OutcomeDeps,
): Promise<void> {
  if (done.some(d => provesService(d.outcome))) {
    if (!trouble) return
    const since = await endTrouble(tx, numberId, now)
    if (since) onServiceWorks?.(since)
    return
  }
  if (failing.length === 0) return
  const isProbe = failing.some(d => d.claimed.probesPause !== null)
  await noteTrouble(
    tx,
    numberId,
    failing.map(({ claimed }) => claimed),
    isProbe,
    now,
  )
}

const mayMakeUnreachable = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'failed' && (outcome.stop === 'destination' || outcome.reason === 'undeliverable')

const lockAll = (tx: Tx, done: FinishedAttempt[]) =>
  lockWithBundled(
    tx,
    done.map(d => d.claimed),
    done.some(d => d.claimed.kind === 'announcement' && d.outcome.kind !== 'sent'),
  )

async function computeChanges(
  tx: Tx,
  done: FinishedAttempt[],
  { rows, members }: Awaited<ReturnType<typeof lockAll>>,
  trouble: ServiceTrouble | null,
  now: Date,
  deps: OutcomeDeps,
): Promise<(RecordedOutcome & { changes: DeliveryChange[] })[]> {
  const tries = done.some(d => d.outcome.kind !== 'sent') ? await readTries(tx, rows) : new Map()
  return done.flatMap(({ claimed, outcome }) => {
    const row = rows.find(r => r.id === claimed.deliveryId && r.user_id === claimed.userId)
    if (!row) return []
    const lease = { host: deps.host, until: claimed.leaseUntil }
    const ended = { outcome, attempt: claimed.attempt, lease, nextTokenAt: claimed.nextTokenAt }
    const result = applyOutcome(row, tries.get(row.id), ended, now, deps.random(), deps.policy, trouble)
    const sendIndividually = canSendIndividually(outcome, result.effects.unknownSince)
    return [{ ...result, changes: withBundled(result.change, members, sendIndividually) }]
  })
}

async function updateNumber(
  tx: Tx,
  done: FinishedAttempt[],
  results: RecordedOutcome[],
  now: Date,
  { numberId, policy }: OutcomeDeps,
): Promise<void> {
  const pauses = results.flatMap(s => s.effects.pauseNumber ?? [])
  const longest = pauses.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]
  // A pause without a reason means that we sent too fast.
  if (pauses.some(p => p.reason === null)) await slowNumber(tx, numberId, policy.numberPerSecond, now)
  if (longest) return pauseNumber(tx, numberId, longest, now)
  const probe = done.find(d => d.claimed.probesPause && (d.outcome.kind === 'sent' || d.outcome.kind === 'failed'))
  if (!probe?.claimed.probesPause) return
  await endPause(tx, numberId, probe.claimed.probesPause, now)
}
