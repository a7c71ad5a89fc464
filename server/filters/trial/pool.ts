// A pool of worker threads for trials; one that hangs or dies is replaced.
import { Worker } from 'node:worker_threads'

export interface Pool {
  /** A thread for one run, at best the one that has the person's mail open; resolves when one is free. */
  take(userId: string): Promise<Worker>
  /** `isSound` false ends the thread. */
  give(worker: Worker, isSound: boolean): void
  stop(): Promise<void>
}

export function openPool(most: number, memoryMb: number): Pool {
  const all = new Set<Worker>()
  const idle = new Set<Worker>()
  /** Who tried last in which thread. */
  const homes = new Map<string, Worker>()
  const waiting: (() => void)[] = []
  const start = (): Worker => {
    // An empty environment: what reads hostile mail has no use for our secrets.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    all.add(worker)
    // A dying thread may report an error after nobody waits for it any more.
    worker.on('error', () => undefined)
    worker.once('exit', () => forget(worker))
    worker.unref()
    return worker
  }
  const forget = (worker: Worker) => {
    all.delete(worker)
    idle.delete(worker)
    for (const [userId, home] of homes) if (home === worker) homes.delete(userId)
  }
  return {
    async take(userId) {
      while (idle.size === 0 && all.size >= most) await new Promise<void>(go => waiting.push(go))
      const home = homes.get(userId)
      const [other] = idle
      const worker = (home && idle.has(home) ? home : all.size < most ? null : other) ?? start()
      idle.delete(worker)
      homes.set(userId, worker)
      return worker
    },
    give(worker, isSound) {
      if (isSound && all.has(worker)) idle.add(worker)
      else {
        forget(worker)
        void worker.terminate()
      }
      waiting.shift()?.()
    },
    async stop() {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}
