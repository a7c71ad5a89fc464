// A wake-up signal for a waiting loop: may be set at any time, is seen once. All share one timer.
import { elapsed, sleep } from '../../foundation/clock.ts'

export interface Bell {
  ring(): void
  /** Resolves when it is rung, was rung since the last wait, or after `ms` (at most one tick later). */
  wait(ms: number): Promise<void>
}

// Ten thousand mailboxes that wait are ten thousand entries here, and not as many timers.
const tickMs = 20
const due = new Map<number, Set<() => void>>()
let isTicking = false

export function newBell(): Bell {
  let isRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      if (wake) wake()
      else isRung = true
    },
    wait(ms) {
      if (isRung || ms <= 0) {
        isRung = false
        return Promise.resolve()
      }
      return new Promise(done => {
        const at = Math.ceil((elapsed() + ms) / tickMs)
        const now = () => {
          wake = null
          forget(at, now)
          done()
        }
        wake = now
        remember(at, now)
      })
    },
  }
}

function remember(at: number, wake: () => void): void {
  const waiting = due.get(at) ?? new Set()
  due.set(at, waiting.add(wake))
  if (!isTicking) void tick()
}

function forget(at: number, wake: () => void): void {
  const waiting = due.get(at)
  waiting?.delete(wake)
  if (waiting?.size === 0) due.delete(at)
}

async function tick(): Promise<void> {
  isTicking = true
  let next = Math.floor(elapsed() / tickMs)
  while (due.size > 0) {
    const now = Math.floor(elapsed() / tickMs)
    for (; next <= now; next++) for (const wake of due.get(next) ?? []) wake()
    await sleep(tickMs)
  }
  isTicking = false
}
