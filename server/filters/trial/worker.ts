// The trial worker thread: runs filters over stored messages in slices, checking for new tasks between them.
import { parentPort } from 'node:worker_threads'
import { countTrialResult, newTally, type TrialTally } from '../../../core/filters/trial/tally.ts'
import { elapsed, sleep, yieldToEventLoop } from '../../foundation/clock.ts'
import { openTrialEngine, type TrialEngine, toNearMiss, toSample, tryMessage } from './engine.ts'
import { findExample, maxComparedMessages } from './example.ts'
import { lowerPriority } from './lower-priority.ts'
import { type CachedMessages, type OpenedMessage, openMessage, openMessageCache } from './message-cache.ts'
import type { BeginTask, MessagePosition, SealedMessage, Task, WorkerReply } from './tasks.ts'

/** How long the thread works before it checks for new tasks. */
const sliceMs = 5
const progressMs = 100
/** The cache is cleared when no trial has run for this long. */
const cacheMs = 60_000

lowerPriority()
const cache = openMessageCache()
let current: Run | null = null

interface Run {
  task: BeginTask
  /** Batches that are not processed yet; null marks the end. */
  waiting: (SealedMessage[] | null)[]
  onInput(): void
  isStopped: boolean
}

parentPort?.on('message', (task: Task) => {
  if (task.kind === 'begin') void begin(task)
  else if (current?.task.run === task.run) {
    if (task.kind === 'stop') current.isStopped = true
    else current.waiting.push(task.messages.length > 0 ? task.messages : null)
    current.onInput()
  }
})

async function begin(task: BeginTask): Promise<void> {
  const run: Run = { task, waiting: [], onInput: () => undefined, isStopped: false }
  current = run
  try {
    await evaluate(run)
  } catch (error) {
    send({ kind: 'failed', run: task.run, problem: String(error).slice(0, 200) })
  }
  await sleep(cacheMs)
  if (current === run) cache.clear()
}

async function evaluate(run: Run): Promise<void> {
  const { task } = run
  const trialEngine = openTrialEngine(task)
  const tally = newTally()
  const matches: MessagePosition[] = []
  const missing = new Set(task.picked)
  const compared: OpenedMessage[] = []
  let last: MessagePosition | null = null
  const timing = { sliceAt: elapsed(), reportedAt: elapsed() }
  for await (const message of readMessages(run)) {
    if (task.sinceMs !== null && message.datedMs < task.sinceMs) break
    last = toPosition(message)
    if (task.want === 'example') {
      compared.push(message)
      missing.delete(message.id)
      if (compared.length >= maxComparedMessages && missing.size === 0) break
    } else if (evaluateOne(trialEngine, task, tally, message) && task.want === 'matches') matches.push(last)
    if (elapsed() - timing.reportedAt > progressMs) {
      timing.reportedAt = elapsed()
      send({ kind: 'progress', run: task.run, ...pickCounts(tally) })
    }
    if (elapsed() - timing.sliceAt > sliceMs) {
      await yieldToEventLoop()
      timing.sliceAt = elapsed()
    }
    if (run.isStopped) break
  }
  send({
    kind: 'end',
    run: task.run,
    ...pickCounts(tally),
    ...{ isComplete: !run.isStopped, last, matches },
    example: task.want === 'example' ? findExample(trialEngine, compared, task.picked) : null,
  })
}

/** Counts one message, and reports it if it is one of the first of its kind; returns true if the draft matches. */
function evaluateOne(trialEngine: TrialEngine, { run, want }: BeginTask, tally: TrialTally, message: OpenedMessage): boolean {
  const result = tryMessage(trialEngine, message)
  const sampleKind = countTrialResult(tally, result.draft, result.saved)
  const isMatch = result.draft === true
  if (want !== 'show' || sampleKind === null) return isMatch
  if (sampleKind !== 'near') send({ kind: 'sample', run, sample: toSample(trialEngine, message, result.run, sampleKind) })
  else {
    const near = toNearMiss(trialEngine, message, result.run)
    if (near) {
      tally.near++
      send({ kind: 'near', run, near })
    }
  }
  return isMatch
}

/** The user's messages: cached ones, and the others as they are received and opened. */
async function* readMessages(run: Run): AsyncGenerator<OpenedMessage> {
  const { extent, userId, want } = run.task
  const cached = cache.of(userId)
  // A filter that is applied to everything reads each message once, and would only drive out what somebody tries.
  if (want === 'matches') return yield* openMessages(run, { ...cached, messages: [] })
  if (cached.extent && extent && isSameExtent(cached.extent, extent)) return yield* cached.messages
  const newest = cache.collect()
  let count = 0
  try {
    for await (const message of openMessages(run, cached)) {
      newest.add(message)
      count++
      yield message
    }
  } finally {
    // Also when the run is stopped, so that the next draft continues from here.
    const isAll = count === extent?.count && count === newest.messages.length
    if (newest.messages.length >= cached.messages.length) cache.put(cached, newest, isAll ? extent : null)
  }
}

async function* openMessages(run: Run, cached: CachedMessages): AsyncGenerator<OpenedMessage> {
  const { task } = run
  const cachedIndexes = new Map(cached.messages.map((message, i) => [message.id, i]))
  const total = task.extent?.count ?? Number.POSITIVE_INFINITY
  const lastCached = cached.messages.at(-1)?.id
  // Otherwise mail that was caught up may stand between cached messages while as many were erased.
  const endsAlike = lastCached !== undefined && task.extent?.oldest?.includes(lastCached) === true
  let count = 0
  for (let sealed = await next(run); sealed && !run.isStopped; sealed = await next(run))
    for (const sealedMessage of sealed) {
      const index = cachedIndexes.get(sealedMessage.id)
      count++
      yield (index === undefined ? undefined : cached.messages[index]) ?? openMessage(task, sealedMessage)
      // All remaining messages are in the cache, in this order.
      const remaining = index === undefined ? [] : cached.messages.slice(index + 1, index + 1 + total - count)
      if (index !== undefined && endsAlike && count + remaining.length === total) return yield* remaining
    }
}

async function next(run: Run): Promise<SealedMessage[] | null> {
  send({ kind: 'more', run: run.task.run })
  while (run.waiting.length === 0 && !run.isStopped) await new Promise<void>(onInput => Object.assign(run, { onInput }))
  return run.waiting.shift() ?? null
}

type Extent = NonNullable<BeginTask['extent']>
const isSameExtent = (a: Extent, b: Extent): boolean => a.count === b.count && a.newest === b.newest && a.oldest === b.oldest

const toPosition = ({ id, datedMs }: OpenedMessage): MessagePosition => ({ id, datedMs })

const pickCounts = ({ looked, matched, gained, lost, unknown }: TrialTally) => ({ looked, matched, gained, lost, unknown })

const send = (reply: WorkerReply): void => parentPort?.postMessage(reply)
