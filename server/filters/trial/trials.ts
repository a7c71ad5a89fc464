// Tries a filter on a user's stored messages: while they type, before they save, and to forward past messages.
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import { rateOf } from '../../../core/filters/trial/tally.ts'
import { sleep } from '../../foundation/clock.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { openPool } from './pool.ts'
import { type End, runTrial } from './run.ts'
import type { BeginTask, SealedMessage, WorkerReply } from './tasks.ts'

/** What is read of a person to try filters on their mail. */
export interface TrialSource {
  viewColumn: string
  extent(userId: string): Promise<BeginTask['extent']>
  /** Mail behind `after`, the newest first. */
  page(userId: string, after: SealedMessage | null, limit: number): Promise<SealedMessage[]>
  contentKeyOf(userId: string): Promise<SealKey>
  timeZoneOf(userId: string): Promise<string>
  listsOf(userId: string, conditions: Condition[]): Promise<Lists>
}

export interface TrialRequest {
  draft: Condition
  saved: Condition | null
  want: BeginTask['want']
  /** The mails that an example is made of. */
  picked?: string[]
  since: Date | null
  deadlineMs: number
}

/** `of`: how many mails there are; `looked` are fewer where the time was up. */
export interface TrialOutcome extends Omit<End, 'kind' | 'run'> {
  of: number
}

export interface Trials {
  /** Null when it could not be tried, as its thread hung or died. */
  run(
    userId: string,
    request: TrialRequest,
    hear: (said: WorkerReply, of: number) => void,
    signal: AbortSignal,
  ): Promise<TrialOutcome | null>
  /** How many mails a day the condition would have matched. */
  perDay(userId: string, condition: Condition, now: Date): Promise<number>
  stop(): Promise<void>
}

const pageSize = 100
const memoryMb = 512

/** An estimate takes `estimateMs` at most, from the newest mails that were looked at until then. */
export function openTrials(source: TrialSource, threads: number, estimateMs = 3000): Trials {
  const pool = openPool(threads, memoryMb)
  let runs = 0
  const run: Trials['run'] = async (userId, request, hear, signal) => {
    const worker = await pool.take(userId)
    let isSound = false
    try {
      const task = await taskOf(source, userId, request, ++runs)
      const over = new AbortController()
      void sleep(request.deadlineMs, over.signal).then(() => over.abort())
      const stopped = AbortSignal.any([signal, over.signal])
      const end = await runTrial(worker, {
        task,
        next: pages(source, userId),
        hear: said => hear(said, task.extent.count),
        signal: stopped,
      })
      over.abort()
      isSound = end !== null
      return end && { ...end, of: task.extent.count }
    } finally {
      pool.give(worker, isSound)
    }
  }
  return {
    run,
    async perDay(userId, condition, now) {
      const request: TrialRequest = { draft: condition, saved: null, want: 'count', since: null, deadlineMs: estimateMs }
      const tried = await run(userId, request, () => undefined, new AbortController().signal)
      return tried ? rateOf(tried.matched, tried.sinceMs === null ? null : new Date(tried.sinceMs), now).perDay : 0
    },
    stop: pool.stop,
  }
}

async function taskOf(
  source: TrialSource,
  userId: string,
  { draft, saved, want, since, picked = [] }: TrialRequest,
  run: number,
): Promise<BeginTask> {
  const [extent, contentKey, timeZone, lists] = await Promise.all([
    source.extent(userId),
    source.contentKeyOf(userId),
    source.timeZoneOf(userId),
    source.listsOf(userId, saved ? [draft, saved] : [draft]),
  ])
  return {
    ...{ kind: 'begin', run, userId, contentKey, viewColumn: source.viewColumn, timeZone, draft, saved, extent, want, picked },
    lists: [...lists].map(([name, entries]) => [name, [...entries]]),
    sinceMs: since?.getTime() ?? null,
  }
}

function pages(source: TrialSource, userId: string): () => Promise<SealedMessage[]> {
  let last: SealedMessage | null = null
  return async () => {
    const mails = await source.page(userId, last, pageSize)
    last = mails.at(-1) ?? last
    return mails
  }
}
