// Runs a filter over a user's stored messages: while they edit it, before they save it, or to forward past messages.
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import { matchRate } from '../../../core/filters/trial/tally.ts'
import { sleep } from '../../foundation/clock.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openTrialPool } from './pool.ts'
import { runTrial, type TrialEnd } from './run.ts'
import type { BeginTask, MessagePosition, SealedMessage, WorkerReply } from './tasks.ts'

/** Reads what a trial needs about a user. */
export interface TrialSource {
  viewColumn: string
  extent(userId: string): Promise<NonNullable<BeginTask['extent']>>
  /** Messages after a place: older ones, newest first, or later ones, oldest first. */
  page(userId: string, after: MessagePosition | null, limit: number, order: TrialOrder): Promise<SealedMessage[]>
  contentKeyOf(userId: string): Promise<SealKey>
  timeZoneOf(userId: string): Promise<string>
  readLists(userId: string, conditions: Condition[]): Promise<Lists>
}

type TrialOrder = 'newest_first' | 'oldest_first'

export interface TrialRequest {
  draft: Condition
  saved: Condition | null
  want: BeginTask['want']
  /** The messages to find an example filter for. */
  picked?: string[]
  since: Date | null
  /** Where to begin, to read from there to the newest. */
  from?: MessagePosition
  /** From the first page on. */
  deadlineMs: number
}

/** `of`: how many messages are stored; `looked` is lower when time ran out, and equal where only a part was wanted. */
export interface TrialOutcome extends Omit<TrialEnd, 'kind' | 'run'> {
  of: number
}

export interface Trials {
  /** Null when the trial could not run because its thread hung or died. */
  run(
    userId: string,
    request: TrialRequest,
    onReply: (reply: WorkerReply, of: number) => void,
    signal: AbortSignal,
  ): Promise<TrialOutcome | null>
  /** How many emails a day the condition would have matched. */
  perDay(userId: string, condition: Condition, now: Date): Promise<number>
  stop(): Promise<void>
}

const pageSize = 100
const memoryMb = 512

/** A thread that says nothing for so long after the deadline is stopped with what it has. */
const startMs = 5000

/** An estimate takes at most `estimateMs` and uses the newest messages checked by then: hundreds, which is enough to tell many from few. */
export function openTrials(source: TrialSource, threads: number, estimateMs = 100): Trials {
  const pool = openTrialPool(threads, memoryMb)
  let runs = 0
  const run: Trials['run'] = async (userId, request, onReply, signal) => {
    const worker = await pool.take(userId)
    let isHealthy = false
    try {
      const task = await toTask(source, userId, request, ++runs)
      const deadline = new AbortController()
      const endAfter = (ms: number) => void sleep(ms, deadline.signal).then(() => deadline.abort())
      endAfter(request.deadlineMs + startMs)
      const end = await runTrial(worker, {
        task,
        next: pageReader(source, userId, request, () => endAfter(request.deadlineMs)),
        onReply: reply => onReply(reply, task.extent?.count ?? 0),
        signal: AbortSignal.any([signal, deadline.signal]),
      })
      deadline.abort()
      isHealthy = end !== null
      return end && { ...end, of: task.extent?.count ?? end.looked }
    } finally {
      pool.release(worker, isHealthy)
    }
  }
  return {
    run,
    async perDay(userId, condition, now) {
      const request: TrialRequest = { draft: condition, saved: null, want: 'count', since: null, deadlineMs: estimateMs }
      const outcome = await run(userId, request, () => undefined, new AbortController().signal)
      return outcome ? matchRate(outcome.matched, outcome.last && new Date(outcome.last.datedMs), now).perDay : 0
    },
    stop: pool.stop,
  }
}

async function toTask(
  source: TrialSource,
  userId: string,
  { draft, saved, want, since, picked = [] }: TrialRequest,
  run: number,
): Promise<BeginTask> {
  const [extent, contentKey, timeZone, lists] = await Promise.all([
    want === 'show' || want === 'example' ? source.extent(userId) : null,
    source.contentKeyOf(userId),
    source.timeZoneOf(userId),
    source.readLists(userId, saved ? [draft, saved] : [draft]),
  ])
  return {
    ...{ kind: 'begin', run, userId, contentKey, viewColumn: source.viewColumn, timeZone, draft, saved, extent, want, picked },
    lists: [...lists].map(([name, entries]) => [name, [...entries]]),
    sinceMs: since?.getTime() ?? null,
  }
}

function pageReader(source: TrialSource, userId: string, { from }: TrialRequest, onFirst: () => void): () => Promise<SealedMessage[]> {
  let last: MessagePosition | null = from ?? null
  let isFirst = true
  return async () => {
    const page = await source.page(userId, last, pageSize, from ? 'oldest_first' : 'newest_first')
    last = page.at(-1) ?? last
    if (isFirst) onFirst()
    isFirst = false
    return page
  }
}
