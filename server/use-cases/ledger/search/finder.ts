// Runs searches over sealed senders and subjects in a worker thread.
import { Worker } from 'node:worker_threads'
import type { SearchTask, SearchTaskResult } from './wire.ts'

export interface MessageFinder {
  /** Returns the ids of the heads that contain every word, in the order of `heads`. */
  find(task: Omit<SearchTask, 'nth'>): Promise<string[]>
}

interface PendingSearch {
  resolve(ids: string[]): void
  reject(error: Error): void
}

/** The thread starts with the first search; when it dies, its pending searches fail and a new thread takes over. */
export function openMessageFinder(): MessageFinder {
  const pending = new Map<number, PendingSearch>()
  let worker: Worker | null = null
  let count = 0

  const start = (): Worker => {
    // An empty environment, because code that reads hostile mail must not see our secrets. Unref'd, so that it never delays a stop.
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    })
    started.unref()
    started.on('message', (result: SearchTaskResult) => {
      const search = pending.get(result.nth)
      pending.delete(result.nth)
      if ('ids' in result) search?.resolve(result.ids)
      else search?.reject(new Error(`A search failed: ${result.problem}`))
    })
    started.on('error', error => fail(started, error))
    started.on('exit', () => fail(started, new Error('The search thread exited.')))
    return started
  }
  const fail = (dead: Worker, error: unknown) => {
    if (worker !== dead) return
    worker = null
    for (const { reject } of pending.values()) reject(error instanceof Error ? error : new Error(String(error)))
    pending.clear()
  }

  return {
    find: task =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const nth = ++count
        pending.set(nth, { resolve, reject })
        worker.postMessage({ ...task, nth } satisfies SearchTask)
      }),
  }
}
