// Wakes a loop that waits: rung at any time, heard once.
import { sleep } from '../clock.ts'

export interface Bell {
  ring(): void
  /** Resolves when it is rung, was rung since the last wait, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function newBell(): Bell {
  let isRung = false
  let waiting: AbortController | null = null
  return {
    ring() {
      isRung = true
      waiting?.abort()
    },
    async wait(ms) {
      if (!isRung) {
        waiting = new AbortController()
        await sleep(ms, waiting.signal)
        waiting = null
      }
      isRung = false
    },
  }
}
