// The clock of all stand-ins: real time plus an offset that a test can change, with timers that follow it.
import { z } from 'zod/mini'

export type SandboxClock = {
  now: () => number
  offsetMs: () => number
  /** Moves time forward and at once runs all tasks that fall due, in order. */
  advance: (byMs: number) => void
  /** Stops the time, so that only `advance` moves it; with false it goes on from there. */
  freeze: (isFrozen: boolean) => void
  /** Runs `task` once after `delayMs` of this clock's time; returns a function that cancels it. */
  after: (delayMs: number, task: () => void) => () => void
  stop: () => void
}

type Timer = { dueAt: number; task: () => void }

const longestTimerMs = 2 ** 31 - 1

export function openSandboxClock(startOffsetMs = 0): SandboxClock {
  let offsetMs = startOffsetMs
  let timers: Timer[] = []
  let timeout: NodeJS.Timeout | undefined
  let stopped = false
  let frozenAt: number | null = null
  const now = () => frozenAt ?? Date.now() + offsetMs

  const scheduleNext = () => {
    clearTimeout(timeout)
    const next = timers[0]
    if (next && !stopped && frozenAt === null) timeout = setTimeout(runDue, Math.min(Math.max(0, next.dueAt - now()), longestTimerMs))
  }
  const runDue = () => {
    const until = now()
    while (!stopped) {
      const next = timers[0]
      if (!next || next.dueAt > until) break
      timers.shift()
      next.task()
    }
    scheduleNext()
  }
  const add = (entry: Timer) => {
    const index = timers.findIndex(other => other.dueAt > entry.dueAt)
    timers.splice(index === -1 ? timers.length : index, 0, entry)
    if (timers[0] === entry) scheduleNext()
  }

  return {
    now,
    offsetMs: () => (frozenAt === null ? offsetMs : frozenAt - Date.now()),
    advance: byMs => {
      if (frozenAt === null) offsetMs += byMs
      else frozenAt += byMs
      runDue()
    },
    freeze: isFrozen => {
      if (isFrozen) frozenAt ??= now()
      else if (frozenAt !== null) {
        offsetMs = frozenAt - Date.now()
        frozenAt = null
      }
      scheduleNext()
    },
    after: (delayMs, task) => {
      const entry = { dueAt: now() + delayMs, task }
      if (!stopped) add(entry)
      return () => {
        timers = timers.filter(other => other !== entry)
      }
    },
    stop: () => {
      stopped = true
      timers = []
      clearTimeout(timeout)
    },
  }
}

/** How test controls show a clock. */
export const clockView = (clock: SandboxClock): { offsetMs: number; now: string } => ({
  offsetMs: clock.offsetMs(),
  now: new Date(clock.now()).toISOString(),
})

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration as tests write it: milliseconds, or "25h", "1h30m", "90s". Parses to milliseconds. */
export const durationShape = z.union([
  z.int().check(z.nonnegative()),
  z.pipe(z.string().check(z.regex(/^(\d+(ms|s|m|h|d))+$/, 'write a duration as 25h, 1h30m, 90s or 500ms')), z.transform(readDuration)),
])

function readDuration(text: string): number {
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|s|m|h|d)/g)) sum += Number(amount) * (unitMs[unit ?? ''] ?? 0)
  return sum
}
