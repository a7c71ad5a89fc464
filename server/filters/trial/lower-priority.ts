// Lowers a worker thread's priority, so that trials do not slow the server.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const stepsBack = 2
/** The last step that there is. */
const last = 19

/** Linux weighs each thread by itself; elsewhere nothing is changed. */
export function lowerPriority(): void {
  const thread = numberOfThread()
  if (thread !== null) setPriority(thread, Math.min(last, getPriority(thread) + stepsBack))
}

/** As the system counts them; null where it does not say. */
function numberOfThread(): number | null {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? Number.NaN) || null
  } catch {
    return null
  }
}
