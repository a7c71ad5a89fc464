// A wake-up signal for a waiting loop: set at any time, consumed once; all signals share one timer.
import { elapsed, sleep } from '../../foundation/clock.ts'

export interface WakeSignal {
  wake(): void
  /** Resolves on `wake`, at once if it was called since the last wait, or after `ms` (at most one tick later). */
  wait(ms: number): Promise<void>
}

// Ten thousand waiting mailboxes are ten thousand entries here instead of as many timers.
const tickMs = 20
const due = new Map<number, Set<() => void>>()
let isTicking = false

export function newWakeSignal(): WakeSignal {
  let isSet = false
  let resume: (() => void) | null = null
  return {
    wake() {
      if (resume) resume()
      else isSet = true
    },
    wait(ms) {
      if (isSet || ms <= 0) {
        isSet = false
        return Promise.resolve()
      }
      return new Promise(done => {
        const at = Math.ceil((elapsed() + ms) / tickMs)
        const fire = () => {
          resume = null
          unschedule(at, fire)
          done()
        }
        resume = fire
        schedule(at, fire)
      })
    },
  }
}

function schedule(at: number, resume: () => void): void {
  const waiting = due.get(at) ?? new Set()
  due.set(at, waiting.add(resume))
  if (!isTicking) void tick()
}

function unschedule(at: number, resume: () => void): void {
  const waiting = due.get(at)
  waiting?.delete(resume)
  if (waiting?.size === 0) due.delete(at)
}

async function tick(): Promise<void> {
  isTicking = true
  let next = Math.floor(elapsed() / tickMs)
  while (due.size > 0) {
    const now = Math.floor(elapsed() / tickMs)
    for (; next <= now; next++) for (const resume of due.get(next) ?? []) resume()
    await sleep(tickMs)
  }
  isTicking = false
}
