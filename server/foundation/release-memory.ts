// Gives memory back when the server has little to do: V8 keeps what a start or a burst took until it has to collect, which can be hours.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from './clock.ts'

export interface MemoryUse {
  /** What the heap takes from the machine. */
  heapBytes: number
  /** Since the last look, as a share of one core. */
  cpuShare: number
}

const everyMs = 10_000
/** A collection takes about 50 ms, so it has to be worth it. */
const minGrownBytes = 32 * 1024 * 1024
const quietShare = 0.2

/** Whether to collect now: the heap has grown since the last collection, and nobody is kept waiting. */
export const isWorthCollecting = ({ heapBytes, cpuShare }: MemoryUse, collectedBytes: number): boolean =>
  cpuShare < quietShare && heapBytes - collectedBytes >= minGrownBytes

/** Looks every ten seconds. */
export function startReleasingMemory(clock: Pick<Clock, 'every'>): { stop(): Promise<void> } {
  let collectedBytes = 0
  let cpu = process.cpuUsage()
  return clock.every(everyMs, () => {
    const { user, system } = process.cpuUsage(cpu)
    cpu = process.cpuUsage()
    const use = { heapBytes: getHeapStatistics().total_physical_size, cpuShare: (user + system) / 1000 / everyMs }
    if (!isWorthCollecting(use, collectedBytes)) return
    collect()
    collectedBytes = getHeapStatistics().total_physical_size
  })
}

/** Node offers a collection by a flag alone, which can be set late: what is made in a new context then has it. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('gc')
  if (typeof found === 'function') found()
}
