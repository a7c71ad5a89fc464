// The only place that reads the time or waits: clocks and timers.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as nodeSleep, setImmediate } from 'node:timers/promises'

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
  let moved = new AbortController()
  const now = () => new Date(Date.now() + offsetMs)

  async function sleepUntil(untilMs: number, signal?: AbortSignal): Promise<void> {
    for (let leftMs = untilMs - now().getTime(); leftMs > 0 && !signal?.aborted; leftMs = untilMs - now().getTime()) {
      const wake = AbortSignal.any(signal ? [signal, moved.signal] : [moved.signal])
      await nodeSleep(Math.min(leftMs, 2 ** 30), undefined, { signal: wake }).catch(() => undefined)
    }
  }
  const sleepFor = (ms: number, signal?: AbortSignal) => sleepUntil(now().getTime() + ms, signal)

  return {
    now,
    sleep: sleepFor,
    every: (ms, work) => repeat(ms, work, sleepFor),
    moveTo(next) {
      if (next === offsetMs) return
      offsetMs = next
      const previous = moved
      moved = new AbortController()
      previous.abort()
    },
  }
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
