// Runs the delivery loop: claims deliveries, sends several at a time, records outcomes, and sleeps until the next lane is due.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Clock } from '../foundation/clock.ts'

/** `C` is a claimed delivery. */
export interface WorkerDeps<C> {
  claim(limit: number): Promise<C[]>
  /** Resolves with the outcome; an exception counts as unknown, because the message may have been sent. */
  send(claimed: C): Promise<Outcome>
  /** Must be safe to repeat. */
  recordOutcomes(done: { claimed: C; outcome: Outcome }[]): Promise<void>
  /** When the next lane is due; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** After this, another host may claim the delivery, so it is not sent. */
  leaseUntil(claimed: C): Date
  clock: Pick<Clock, 'now' | 'sleep'>
  policy: { concurrency: number }
  onError(error: unknown, doing: 'claim' | 'send' | 'record'): void
}

export interface Worker {
  /** Something may be due: check now. */
  wake(): void
  /** Stops claiming; resolves once every outcome in flight is recorded. */
  stop(): Promise<void>
}

const maxSleepMs = 1_000
const minSleepMs = 10
const maxRecordBatch = 50
/** The database may be stopping, too. */
const maxTriesWhileStopping = 30

export function startWorker<C>(deps: WorkerDeps<C>): Worker {
  const loop = { deps, stopping: new AbortController(), wakeUp: new AbortController(), inFlight: new Set<Promise<void>>() }
  const record = openRecorder(deps, loop.stopping.signal)
  const running = run(loop, record)
  return {
    wake: () => loop.wakeUp.abort(),
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
  inFlight: Set<Promise<void>>
}

async function run<C>(loop: Loop<C>, record: (claimed: C, outcome: Outcome) => Promise<void>): Promise<void> {
  const { deps, stopping, inFlight } = loop
  while (!stopping.signal.aborted) {
    // Renewed before the claim, so that a wake-up during it is not lost.
    loop.wakeUp = new AbortController()
    const room = deps.policy.concurrency - inFlight.size
    const claimed = room > 0 ? await attempt(deps, 'claim', () => deps.claim(room)) : []
    for (const one of claimed ?? []) launch(loop, one, record)
    if (!claimed?.length || inFlight.size >= deps.policy.concurrency) await sleepUntilDue(loop)
  }
  await Promise.all(inFlight)
}

function launch<C>(loop: Loop<C>, claimed: C, record: (claimed: C, outcome: Outcome) => Promise<void>): void {
  const flight = sendOne(loop.deps, claimed)
    .then(outcome => record(claimed, outcome))
    .finally(() => {
      loop.inFlight.delete(flight)
      loop.wakeUp.abort()
    })
  loop.inFlight.add(flight)
}

async function sendOne<C>(deps: WorkerDeps<C>, claimed: C): Promise<Outcome> {
  if (deps.leaseUntil(claimed) <= deps.clock.now()) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  const outcome = await attempt(deps, 'send', () => deps.send(claimed))
  return outcome ?? { kind: 'unknown', reason: 'interrupted' }
}

async function sleepUntilDue<C>({ deps, stopping, wakeUp, inFlight }: Loop<C>): Promise<void> {
  const isFull = inFlight.size >= deps.policy.concurrency
  const dueAt = isFull ? null : await attempt(deps, 'claim', () => deps.nextDueAt())
  const untilDueMs = dueAt ? dueAt.getTime() - deps.clock.now().getTime() : maxSleepMs
  const sleepMs = Math.min(maxSleepMs, Math.max(minSleepMs, untilDueMs))
  await deps.clock.sleep(sleepMs, AbortSignal.any([stopping.signal, wakeUp.signal]))
}

interface RecordedAttempt<C> {
  claimed: C
  outcome: Outcome
}

/** Records one batch at a time; outcomes that arrive meanwhile form the next. */
function openRecorder<C>(deps: WorkerDeps<C>, stopping: AbortSignal) {
  const waiting: (RecordedAttempt<C> & { resolve: () => void })[] = []
  let isWriting = false
  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxRecordBatch)
      const isRecorded = await tryToRecord(deps, batch)
      for (const one of batch) {
        if (isRecorded) one.resolve()
        // Each alone, so that one that cannot be written holds up nobody else.
        else void recordUntilDone(deps, one, stopping).then(one.resolve)
      }
    }
    isWriting = false
  }
  return (claimed: C, outcome: Outcome) =>
    new Promise<void>(resolve => {
      waiting.push({ claimed, outcome, resolve })
      void write()
    })
}

/** An outcome that we know is worth every try: unrecorded it would become unknown, and its message be sent again. */
async function recordUntilDone<C>(deps: WorkerDeps<C>, one: RecordedAttempt<C>, stopping: AbortSignal): Promise<void> {
  let triesLeft = maxTriesWhileStopping
  while (!(await tryToRecord(deps, [one]))) {
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
