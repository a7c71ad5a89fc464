// Applies a filter to past messages in the background, the oldest first: looks at them for some seconds at a time, and forwards what matches.
import type { SavedFilter } from '../../../core/api/filters.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import { mostClaims } from '../../filters/past-runs/owners.ts'
import type { ClaimedRun, RunPosition } from '../../filters/past-runs/rows.ts'
import type { RunAdvance } from '../../filters/past-runs/store.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { type AppliedFilter, type ForwardPastDeps, forwardPastBatch } from './forward-batch.ts'

/** What was looked at until the time was over, in order. */
interface PastSlice {
  looked: number
  matches: RunPosition[]
  /** Null when nothing was left. */
  last: RunPosition | null
  isComplete: boolean
}

/** Runs are stored with their progress, so that another host can go on. */
interface RunStores {
  claimLeft(): Promise<ClaimedRun | undefined>
  /** False when another host has claimed the run by now. */
  advance(tx: Tx, userId: string, run: ClaimedRun, done: RunAdvance): Promise<boolean>
  end(userId: string, run: ClaimedRun, state: 'done' | 'failed', now: Date): Promise<void>
  release(userId: string, run: ClaimedRun): Promise<void>
}

export interface PastRunDeps extends ForwardPastDeps {
  db: Db
  log: Log
  runs: RunStores
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  listFilters(userId: string): Promise<SavedFilter[]>
  readLists(userId: string, conditions: Condition[]): Promise<Lists>
  /** Looks at messages after a place for some seconds; null when that cannot be done now. */
  findMatches(userId: string, condition: Condition, after: RunPosition): Promise<PastSlice | null>
  now(): Date
  /** New deliveries wait. */
  wake(): void
}

const batchSize = 50

/** Called by a job: goes on with what hosts that stopped have left. */
export async function continuePastRuns(deps: PastRunDeps): Promise<void> {
  for (let run = await deps.runs.claimLeft(); run; run = await deps.runs.claimLeft()) await workPastRun(deps, run)
}

/** Ends when the run has ended, or cannot go on here; never throws. */
export async function workPastRun(deps: PastRunDeps, run: ClaimedRun): Promise<void> {
  try {
    let { last } = run
    for (;;) {
      const step = await takeStep(deps, run, last)
      if (step === 'lost') return
      if (step === 'failed') return await leaveRun(deps, run)
      last = step.last ?? last
      if (step.isComplete) return await deps.runs.end(run.user_id, run, 'done', deps.now())
    }
  } catch (error) {
    deps.log.warn({ err: error, runId: run.id }, 'a filter could not be applied to past email; it goes on within minutes')
    await leaveRun(deps, run).catch(() => undefined)
  }
}

async function leaveRun({ runs, now }: PastRunDeps, run: ClaimedRun): Promise<void> {
  if (run.claim < mostClaims) await runs.release(run.user_id, run)
  else await runs.end(run.user_id, run, 'failed', now())
}

async function takeStep(deps: PastRunDeps, run: ClaimedRun, after: RunPosition): Promise<PastSlice | 'lost' | 'failed'> {
  const userId = run.user_id
  const filters = await deps.listFilters(userId)
  const filter = filters.find(({ id }) => id === run.filter_id)
  // It was removed meanwhile: nothing more is forwarded.
  if (!filter) return { looked: 0, matches: [], last: null, isComplete: true }
  const slice = await deps.findMatches(userId, filter.condition, after)
  if (!slice) return 'failed'
  const lists = await deps.readLists(
    userId,
    filters.map(({ condition }) => condition),
  )
  const isOurs = await forwardSlice(deps, run, { filter, engine: compile(filters, lists) }, slice)
  return isOurs ? slice : 'lost'
}

/** Counts what was looked at with the last batch, so that a batch that is repeated counts once. */
async function forwardSlice(deps: PastRunDeps, run: ClaimedRun, applied: AppliedFilter, slice: PastSlice): Promise<boolean> {
  const { user_id: userId } = run
  for (let at = 0; at < slice.matches.length; at += batchSize) {
    const batch = slice.matches.slice(at, at + batchSize)
    const [now, last] = [deps.now(), batch.at(-1) ?? run.last]
    const ids = batch.map(({ id }) => id)
    const result = await deps.inTransaction(async tx => {
      const forwarded = await forwardPastBatch(deps, tx, userId, applied, ids, now)
      return (await deps.runs.advance(tx, userId, run, { last, looked: 0, matched: batch.length, ...forwarded })) ? forwarded : null
    })
    if (!result) return false
    if (result.enqueued > 0) deps.wake()
    await yieldToEventLoop()
  }
  if (!slice.last) return true
  const looked = { last: slice.last, looked: slice.looked, matched: 0, enqueued: 0, held: 0 }
  return deps.inTransaction(tx => deps.runs.advance(tx, userId, run, looked))
}
