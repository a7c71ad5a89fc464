// Runs the delivery loop: claims deliveries, sends several lanes at a time, records outcomes, and sleeps until the next lane is due.
import { runLength } from '../../core/delivery/lane-run.ts'
import type { AttemptOutcome, Outcome } from '../../core/delivery/outcome.ts'
import type { Clock } from '../foundation/clock.ts'

/** `C` is a claimed delivery. */
export interface WorkerDeps<C> {
  /** Takes up to `lanes` lanes, and up to `run` deliveries of each. Those of one lane follow each other in order. */
  claim(limits: { lanes: number; run: number }): Promise<C[]>
  laneOf(claimed: C): string
  /** Reads and renders at once; the message goes when its turn comes. */
  prepare(claimed: C): PreparedDelivery<C>
  /** Must be safe to repeat. */
  recordOutcomes(done: RecordedAttempt<C>[]): Promise<void>
  /** When the next lane is due; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** After this, another host may claim the delivery, so it is not sent. */
  leaseUntil(claimed: C): Date
  clock: Pick<Clock, 'now' | 'sleep'>
  policy: { concurrency: number }
  onError(error: unknown, doing: 'claim' | 'send' | 'record'): void
}

/**
 * Sends a prepared message; `before` is what went before it with the same claim. Resolves with the outcome; an exception counts as
 * unknown, because the message may have been sent.
 */
export type PreparedDelivery<C> = (before: RecordedAttempt<C> | null) => Promise<Outcome>

export interface RecordedAttempt<C> {
  claimed: C
  outcome: AttemptOutcome
}

export interface Worker {
  /** Something may be due: check now. */
  wake(): void
  /** Stops claiming; resolves once every outcome in flight is recorded. */
  stop(): Promise<void>
}

/** Without a reason Node would make an error, with its stack trace. */
const woken = 'woken'
const maxSleepMs = 1_000
const minSleepMs = 10
const afterClaimMs = 50
const maxRecordBatch = 50
/** The database may be stopping, too. */
const maxTriesWhileStopping = 30
/** How long the emails of one claim may keep their lane from urgent email. */
const runMs = 200
const maxRun = 30

export function startWorker<C>(deps: WorkerDeps<C>): Worker {
  const loop = {
    ...{ deps, stopping: new AbortController(), wakeUp: new AbortController() },
    ...{ inFlight: new Set<Promise<void>>(), averageSendMs: runMs },
  }
  const record = openRecorder(deps, loop.stopping.signal)
  const running = run(loop, record)
  return {
    wake: () => loop.wakeUp.abort(woken),
    async stop() {
      loop.stopping.abort()
      await running
    },
  }
}

interface Loop<C> {
  deps: WorkerDeps<C>
  stopping: AbortController
  wakeUp: AbortController
  /** One for each lane. */
  inFlight: Set<Promise<void>>
  averageSendMs: number
}

type Record<C> = (done: RecordedAttempt<C>[]) => Promise<void>

async function run<C>(loop: Loop<C>, record: Record<C>): Promise<void> {
  const { deps, stopping, inFlight } = loop
  while (!stopping.signal.aborted) {
    // Renewed before the claim, so that a wake-up during it is not lost.
    loop.wakeUp = new AbortController()
    const limits = { lanes: deps.policy.concurrency - inFlight.size, run: runLength(loop.averageSendMs, runMs, maxRun) }
    const claimed = limits.lanes > 0 ? await attempt(deps, 'claim', () => deps.claim(limits)) : []
    for (const ofLane of Map.groupBy(claimed ?? [], one => deps.laneOf(one)).values()) launch(loop, ofLane, record)
    const isFull = inFlight.size >= deps.policy.concurrency
    // What was due is on its way: the next claim can wait until one of these ends, or something arrives.
    if (claimed?.length && !isFull) await sleepUntilWoken(loop, afterClaimMs)
    else await sleepUntilDue(loop)
  }
  await Promise.all(inFlight)
}

function launch<C>(loop: Loop<C>, claimed: C[], record: Record<C>): void {
  const flight = sendInOrder(loop, claimed)
    .then(record)
    .finally(() => {
      loop.inFlight.delete(flight)
      loop.wakeUp.abort(woken)
    })
  loop.inFlight.add(flight)
}

/** Sends what was claimed of one lane. After one that did not go, or when it takes too long, the others are released. */
async function sendInOrder<C>(loop: Loop<C>, claimed: C[]): Promise<RecordedAttempt<C>[]> {
  const { deps, stopping } = loop
  const begunAt = deps.clock.now().getTime()
  const done: RecordedAttempt<C>[] = []
  const turns = claimed.map(one => ({ one, send: deps.prepare(one) }))
  for (const { one, send } of turns) {
    const before = done.at(-1) ?? null
    const sentAt = deps.clock.now().getTime()
    const isHeldUp = before !== null && (before.outcome.kind !== 'sent' || sentAt - begunAt >= runMs || stopping.signal.aborted)
    const outcome: AttemptOutcome = isHeldUp ? { kind: 'released' } : await sendOne(deps, one, () => send(before))
    done.push({ claimed: one, outcome })
    if (outcome.kind === 'sent') loop.averageSendMs += (deps.clock.now().getTime() - sentAt - loop.averageSendMs) / averagedOver
  }
  return done
}

const averagedOver = 8

async function sendOne<C>(deps: WorkerDeps<C>, claimed: C, send: () => Promise<Outcome>): Promise<Outcome> {
  if (deps.leaseUntil(claimed) <= deps.clock.now()) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  const outcome = await attempt(deps, 'send', send)
  return outcome ?? { kind: 'unknown', reason: 'interrupted' }
}

async function sleepUntilDue<C>(loop: Loop<C>): Promise<void> {
  const { deps, inFlight } = loop
  const isFull = inFlight.size >= deps.policy.concurrency
  const dueAt = isFull ? null : await attempt(deps, 'claim', () => deps.nextDueAt())
  const untilDueMs = dueAt ? dueAt.getTime() - deps.clock.now().getTime() : maxSleepMs
  await sleepUntilWoken(loop, Math.min(maxSleepMs, Math.max(minSleepMs, untilDueMs)))
}

const sleepUntilWoken = <C>({ deps, stopping, wakeUp }: Loop<C>, ms: number): Promise<void> =>
  deps.clock.sleep(ms, AbortSignal.any([stopping.signal, wakeUp.signal]))

/** Records one batch at a time; what ends meanwhile forms the next. */
function openRecorder<C>(deps: WorkerDeps<C>, stopping: AbortSignal): Record<C> {
  const waiting: { done: RecordedAttempt<C>[]; resolve: () => void }[] = []
  let isWriting = false
  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxRecordBatch)
      const isRecorded = await tryToRecord(
        deps,
        batch.flatMap(({ done }) => done),
      )
      for (const { done, resolve } of batch) {
        if (isRecorded) resolve()
        // Each lane alone, so that one that cannot be written holds up nobody else.
        else void recordUntilDone(deps, done, stopping).then(resolve)
      }
    }
    isWriting = false
  }
  return done =>
    new Promise<void>(resolve => {
      waiting.push({ done, resolve })
      void write()
    })
}

/** An outcome that we know is worth every try: unrecorded it would become unknown, and its message be sent again. */
async function recordUntilDone<C>(deps: WorkerDeps<C>, done: RecordedAttempt<C>[], stopping: AbortSignal): Promise<void> {
  let triesLeft = maxTriesWhileStopping
  while (!(await tryToRecord(deps, done))) {
    if (stopping.aborted && --triesLeft === 0) return
    await deps.clock.sleep(stopping.aborted ? minSleepMs : maxSleepMs, stopping)
  }
}

const tryToRecord = <C>(deps: WorkerDeps<C>, batch: RecordedAttempt<C>[]): Promise<true | undefined> =>
  attempt(deps, 'record', async () => {
    await deps.recordOutcomes(batch)
    return true as const
  })

async function attempt<C, T>(deps: WorkerDeps<C>, doing: 'claim' | 'send' | 'record', work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    deps.onError(error, doing)
    return undefined
  }
}
