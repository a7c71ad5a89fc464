// Runs the loop that reads a customer back from the provider whenever events name them. The order of events and repeats make no difference.
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Refresh } from '../customers/snapshot-owners.ts'
import type { ProviderName } from '../provider.ts'
import { type ClaimedEvent, claimEvents, finishEvents, nextEventAt, postponeEvents } from './queue.ts'

export interface EventWorkerDeps {
  db: Db
  provider: ProviderName
  refresh: Refresh
  clock: Pick<Clock, 'now' | 'sleep'>
  onError(error: unknown): void
  /** A customer of ours that the provider doesn't know. */
  onMissing?(customerRef: string): void
}

export interface EventWorker {
  /** Something may be due: check now. */
  wake(): void
  /** Stops claiming; resolves once what was claimed has been read. */
  stop(): Promise<void>
}

const limit = 100
/** Longer than a batch of customers takes to read from a slow provider. */
const leaseMs = 5 * 60_000
const maxSleepMs = 10_000
const minSleepMs = 50

export function startEventWorker(deps: EventWorkerDeps): EventWorker {
  const stopping = new AbortController()
  let wakeUp = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Renewed before the claim, so that a wake-up during it is not lost.
      wakeUp = new AbortController()
      const sleepMs = await processOnce(deps)
      if (sleepMs > 0) await deps.clock.sleep(sleepMs, AbortSignal.any([stopping.signal, wakeUp.signal]))
    }
  }
  const running = run()
  return {
    wake: () => wakeUp.abort(),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Returns how long to sleep. An error must not end the loop: the database may come back. */
async function processOnce(deps: EventWorkerDeps): Promise<number> {
  try {
    if ((await processDueEvents(deps)) > 0) return 0
    const dueAt = await nextEventAt(deps.db, deps.provider)
    const untilDueMs = dueAt ? dueAt.getTime() - deps.clock.now().getTime() : maxSleepMs
    return Math.min(maxSleepMs, Math.max(minSleepMs, untilDueMs))
  } catch (error) {
    deps.onError(error)
    return maxSleepMs
  }
}

/** Returns how many events were claimed. */
export async function processDueEvents(deps: EventWorkerDeps): Promise<number> {
  const { db, provider, clock } = deps
  const claimed = await claimEvents(db, provider, { limit, leaseMs, now: clock.now() })
  // One after the other: a provider in trouble must not get a hundred requests at once.
  for (const [customerRef, events] of Map.groupBy(claimed, event => event.customerRef)) await processCustomer(deps, customerRef, events)
  return claimed.length
}

/** One reading serves all events of a customer that were recorded before it began. */
async function processCustomer(deps: EventWorkerDeps, customerRef: string, events: ClaimedEvent[]): Promise<void> {
  const { db, provider, clock, refresh, onError, onMissing } = deps
  const ids = events.map(event => event.eventId)
  try {
    const result = await refresh(customerRef)
    // A later reading has begun, and may still fail: these events are done only when something was written after them.
    if (result.kind === 'overtaken') return await postponeEvents(db, provider, ids, { dueAt: later(clock.now(), overtakenMs), error: null })
    if (result.kind === 'unknown' && result.ownerId !== null) onMissing?.(customerRef)
    await finishEvents(db, provider, ids, clock.now())
  } catch (error) {
    // One customer's trouble must not stop the others.
    onError(error)
    const attempts = Math.max(...events.map(event => event.attempts))
    const message = error instanceof Error ? error.message : String(error)
    await postponeEvents(db, provider, ids, { dueAt: later(clock.now(), retryDelayMs(attempts)), error: message })
  }
}

const overtakenMs = 2000
const firstDelayMs = 5000
const maxDelayMs = 10 * 60_000

/** Grows up to ten minutes; an event is never given up. */
export const retryDelayMs = (attempts: number): number => Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts, 10))

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
