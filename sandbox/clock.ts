// The stand-ins' one clock: real time plus an offset that a test can move, with timers that follow it.
import { z } from 'zod/mini'

export type Clock = {
  now: () => number
  offsetMs: () => number
  /** Moves time forwards; whatever falls due on the way runs at once, in order. */
  advance: (byMs: number) => void
  /** Runs `task` once, `delayMs` of this clock's time from now; returns how to cancel it. */
  after: (delayMs: number, task: () => void) => () => void
  stop: () => void
}

type Waiting = { dueAt: number; task: () => void }

const longestTimerMs = 2 ** 31 - 1

export function openClock(startOffsetMs = 0): Clock {
  let offsetMs = startOffsetMs
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const now = () => Date.now() + offsetMs

  const arm = () => {
    clearTimeout(timer)
    const next = waiting[0]
    if (next && !stopped) timer = setTimeout(runDue, Math.min(Math.max(0, next.dueAt - now()), longestTimerMs))
  }
  const runDue = () => {
    const until = now()
    while (!stopped) {
      const next = waiting[0]
      if (!next || next.dueAt > until) break
      waiting.shift()
      next.task()
    }
    arm()
  }
  const add = (entry: Waiting) => {
    const place = waiting.findIndex(other => other.dueAt > entry.dueAt)
    waiting.splice(place === -1 ? waiting.length : place, 0, entry)
    if (waiting[0] === entry) arm()
  }

  return {
    now,
    offsetMs: () => offsetMs,
    advance: byMs => {
      offsetMs += byMs
      runDue()
    },
    after: (delayMs, task) => {
      const entry = { dueAt: now() + delayMs, task }
      if (!stopped) add(entry)
      return () => {
        waiting = waiting.filter(other => other !== entry)
      }
    },
    stop: () => {
      stopped = true
      waiting = []
      clearTimeout(timer)
    },
  }
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A length of time as a test writes it: milliseconds, or "25h", "1h30m", "90s". Gives milliseconds. */
export const durationShape = z.union([
  z.int().check(z.nonnegative()),
  z.pipe(z.string().check(z.regex(/^(\d+(ms|s|m|h|d))+$/, 'write a duration as 25h, 1h30m, 90s or 500ms')), z.transform(readDuration)),
])

function readDuration(text: string): number {
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|s|m|h|d)/g)) sum += Number(amount) * (unitMs[unit ?? ''] ?? 0)
  return sum
}
