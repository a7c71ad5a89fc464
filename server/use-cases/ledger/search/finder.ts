// Runs searches over sealed senders and subjects in a worker thread.
import { Worker } from 'node:worker_threads'
import type { SearchTask, SearchTaskResult } from './wire.ts'

export interface Finder {
  /** The ids of the heads in which every word is found, in the order of `heads`. */
  find(look: Omit<SearchTask, 'nth'>): Promise<string[]>
}

interface Waiting {
  resolve(ids: string[]): void
  reject(error: Error): void
}

/** The thread starts with the first search; one that dies fails what it had in hand and is replaced. */
export function openFinder(): Finder {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let count = 0

  const start = (): Worker => {
    // An empty environment: what reads hostile mail has no use for our secrets. Unref'd, so that it holds up no stop.
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    })
    started.unref()
    started.on('message', (found: SearchTaskResult) => {
      const asked = waiting.get(found.nth)
      waiting.delete(found.nth)
      if ('ids' in found) asked?.resolve(found.ids)
      else asked?.reject(new Error(`A search failed: ${found.problem}`))
    })
    started.on('error', error => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread that searches ended.')))
    return started
  }
  const fail = (dead: Worker, error: unknown) => {
    if (worker !== dead) return
    worker = null
    for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error(String(error)))
    waiting.clear()
  }

  return {
    find: look =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const nth = ++count
        waiting.set(nth, { resolve, reject })
        worker.postMessage({ ...look, nth } satisfies SearchTask)
      }),
  }
}
