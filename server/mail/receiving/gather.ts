// Collects mail that arrives at the same moment into batches: what comes during a commit waits for the next.
import type { Arrived } from '../parsing/arrived.ts'
import type { OnMail } from './drain.ts'

interface Waiting {
  arrived: Arrived
  kept(): void
  failed(error: unknown): void
}

/** The function it returns resolves when the mail is committed and rejects when it is not. A batch holds mail of one person. */
export function gather(onMail: OnMail, mostInBatch: number): (arrived: Arrived) => Promise<void> {
  const waiting = new Map<string, Waiting[]>()

  // An entry in the map means that a run for this person is under way.
  const run = async (userId: string, queue: Waiting[]) => {
    while (queue.length > 0) await commit(onMail, queue.splice(0, mostInBatch))
    waiting.delete(userId)
  }
  return arrived => {
    const { promise, resolve: kept, reject: failed } = Promise.withResolvers<void>()
    const queue = waiting.get(arrived.userId)
    if (queue) {
      queue.push({ arrived, kept, failed })
      return promise
    }
    const fresh = [{ arrived, kept, failed }]
    waiting.set(arrived.userId, fresh)
    void run(arrived.userId, fresh)
    return promise
  }
}

async function commit(onMail: OnMail, batch: Waiting[]): Promise<void> {
  try {
    await onMail(batch.map(w => w.arrived))
    for (const w of batch) w.kept()
  } catch (error) {
    if (batch.length === 1) return batch[0]?.failed(error)
    // One mail that cannot be kept must not refuse its neighbours.
    for (const w of batch) await commit(onMail, [w])
  }
}
