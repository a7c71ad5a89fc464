// The only place that reads the time or waits: clocks and timers.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Resolves after `ms` of this clock, or at once when `signal` aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `work` every `ms` until stopped; a run never overlaps the previous one. */
  every(ms: number, work: () => Promise<void> | void): { stop(): Promise<void> }
}

/** A clock that tests and the sandbox can move; sleepers wake when it jumps past their time. */
export interface MovableClock extends Clock {
  moveTo(offsetMs: number): void
  /** Says how far the machine's clock is behind the right time. No time passes by that: nobody wakes. */
  correctBy(differenceMs: number): void
}

export const systemClock: Clock = movableClock()

/** Waits in real time: for foundation code and for connections to other machines. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> => systemClock.sleep(ms, signal)

/** Lets other due work run first: for long work done in pieces. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/** Milliseconds since an unspecified start, for measuring how long something took. */
export const elapsed = (): number => performance.now()

/** Measures how late timers of this process run. `take` gives the delay that 99 of 100 stayed within since it was last called. */
export function watchEventLoop(): { take(): number; stop(): void } {
  const resolutionMs = 20
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return {
    take() {
      const p99Ms = delays.percentile(99) / 1e6
      delays.reset()
      return Math.max(0, Math.round((p99Ms - resolutionMs) * 10) / 10)
    },
    stop: () => void delays.disable(),
  }
}

export function movableClock(): MovableClock {
  let offsetMs = 0
  const sleepers = new Set<() => void>()
  let correctionMs = 0
  const now = () => new Date(Date.now() + correctionMs + offsetMs)
  // The machine's clock may be set back or forward while somebody sleeps; this one never is.
  const passedMs = () => elapsed() + offsetMs

  const sleepFor = (ms: number, signal?: AbortSignal) =>
    new Promise<void>(done => {
      const untilMs = passedMs() + ms
      let timer: NodeJS.Timeout | undefined
      const check = () => {
        clearTimeout(timer)
        const leftMs = untilMs - passedMs()
        if (leftMs > 0 && !signal?.aborted) {
          timer = setTimeout(check, Math.min(leftMs, maxTimerMs))
          return
        }
        sleepers.delete(check)
        if (signal) sleepersOf(signal).delete(check)
        done()
      }
      sleepers.add(check)
      if (signal) sleepersOf(signal).add(check)
      check()
    })

  return {
    now,
    sleep: sleepFor,
    every: (ms, work) => repeat(ms, work, sleepFor),
    moveTo(next) {
      if (next === offsetMs) return
      offsetMs = next
      for (const check of [...sleepers]) check()
    },
    correctBy(differenceMs) {
      correctionMs = differenceMs
    },
  }
}

/** Node fires longer timers at once. */
const maxTimerMs = 2 ** 30

const sleepersBySignal = new WeakMap<AbortSignal, Set<() => void>>()

/** One listener per signal: thousands may sleep on the same one, and adding a listener takes longer the more there are. */
function sleepersOf(signal: AbortSignal): Set<() => void> {
  const known = sleepersBySignal.get(signal)
  if (known) return known
  const sleepers = new Set<() => void>()
  sleepersBySignal.set(signal, sleepers)
  signal.addEventListener('abort', () => [...sleepers].forEach(check => check()), { once: true })
  return sleepers
}

function repeat(ms: number, work: () => Promise<void> | void, sleepFor: Clock['sleep']): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work()
      await sleepFor(ms, stopping.signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
