// Collects emails that arrive at the same time into batches: those that come during a commit go into the next one.
import type { Arrived } from '../parsing/arrived.ts'
import type { OnMail } from './drain.ts'

interface Waiting {
  arrived: Arrived
  saved(): void
  failed(error: unknown): void
}

/** The returned function resolves when the email is committed and rejects when it is not. A batch holds one user's emails. */
export function batchArrivals(onMail: OnMail, maxBatch: number): (arrived: Arrived) => Promise<void> {
  const waiting = new Map<string, Waiting[]>()

  // An entry in the map means that a run for this user is in progress.
  const run = async (userId: string, queue: Waiting[]) => {
    while (queue.length > 0) await commit(onMail, queue.splice(0, maxBatch))
    waiting.delete(userId)
  }
  return arrived => {
    const { promise, resolve: saved, reject: failed } = Promise.withResolvers<void>()
    const queue = waiting.get(arrived.userId)
    if (queue) {
      queue.push({ arrived, saved, failed })
      return promise
    }
    const fresh = [{ arrived, saved, failed }]
    waiting.set(arrived.userId, fresh)
    void run(arrived.userId, fresh)
    return promise
  }
}

async function commit(onMail: OnMail, batch: Waiting[]): Promise<void> {
  try {
    await onMail(batch.map(w => w.arrived))
    for (const w of batch) w.saved()
  } catch (error) {
    if (batch.length === 1) return batch[0]?.failed(error)
    // One email that can't be saved must not fail the others in its batch.
    for (const w of batch) await commit(onMail, [w])
  }
}
