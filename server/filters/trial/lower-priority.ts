// Lowers a worker thread's CPU priority, so that trials do not slow down the server.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const niceSteps = 2
/** The lowest priority. */
const lowest = 19

/** Only Linux has priorities per thread; elsewhere this does nothing. */
export function lowerPriority(): void {
  const threadId = readThreadId()
  if (threadId !== null) setPriority(threadId, Math.min(lowest, getPriority(threadId) + niceSteps))
}

/** The operating system's thread id; null if unknown. */
function readThreadId(): number | null {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? Number.NaN) || null
  } catch {
    return null
  }
}
