// A pool of worker threads for trials; one that hangs or dies is replaced.
import { Worker } from 'node:worker_threads'

export interface TrialPool {
  /** A thread for one run, preferably the one that has the user's messages cached; resolves when one is free. */
  take(userId: string): Promise<Worker>
  /** A thread that is not healthy is terminated. */
  release(worker: Worker, isHealthy: boolean): void
  stop(): Promise<void>
}

export function openTrialPool(maxThreads: number, memoryMb: number): TrialPool {
  const workers = new Set<Worker>()
  const idle = new Set<Worker>()
  /** The thread that each user's last trial ran in. */
  const lastWorkers = new Map<string, Worker>()
  const waiting: (() => void)[] = []
  const start = (): Worker => {
    // An empty environment, because code that reads hostile mail must not see our secrets.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    workers.add(worker)
    // A dying thread may report an error when nobody is listening any more.
    worker.on('error', () => undefined)
    worker.once('exit', () => forget(worker))
    worker.unref()
    return worker
  }
  const forget = (worker: Worker) => {
    workers.delete(worker)
    idle.delete(worker)
    for (const [userId, lastWorker] of lastWorkers) if (lastWorker === worker) lastWorkers.delete(userId)
  }
  return {
    async take(userId) {
      while (idle.size === 0 && workers.size >= maxThreads) await new Promise<void>(resolve => waiting.push(resolve))
      const lastWorker = lastWorkers.get(userId)
      const [other] = idle
      const worker = (lastWorker && idle.has(lastWorker) ? lastWorker : workers.size < maxThreads ? null : other) ?? start()
      idle.delete(worker)
      lastWorkers.set(userId, worker)
      return worker
    },
    release(worker, isHealthy) {
      if (isHealthy && workers.has(worker)) idle.add(worker)
      else {
        forget(worker)
        void worker.terminate()
      }
      waiting.shift()?.()
    },
    async stop() {
      await Promise.all([...workers].map(worker => worker.terminate()))
    },
  }
}
