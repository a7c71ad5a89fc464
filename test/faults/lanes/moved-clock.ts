// A simulated clock that stops while anybody works and skips ahead while everybody waits, so that days take minutes.

export interface MovedClock {
  now(): Date
  /** Resolves after `ms` of this clock, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  at(hour: Date, run: () => unknown): void
  /** What is begun so holds the clock until it has ended: reading and writing take no time of this clock. */
  work<T>(doing: () => Promise<T>): Promise<T>
  /** Moves to the next hour at which something is to happen, not beyond `until`; false when there is none. */
  step(until: Date): Promise<boolean>
}

interface Timer {
  atMs: number
  n: number
  run: () => unknown
}

export function movedClock(start: Date): MovedClock {
  let nowMs = start.getTime()
  let working = 0
  let count = 0
  let rested: (() => void) | null = null
  let timers: Timer[] = []

  const add = (atMs: number, run: () => unknown): Timer => {
    const timer = { atMs: Math.max(nowMs, atMs), n: count++, run }
    const place = timers.findLastIndex(other => other.atMs <= timer.atMs)
    timers.splice(place + 1, 0, timer)
    return timer
  }
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>(resolve => {
      if (signal?.aborted) return resolve()
      const timer = add(nowMs + ms, resolve)
      signal?.addEventListener('abort', () => {
        timers = timers.filter(other => other !== timer)
        resolve()
      })
    })
  async function work<T>(doing: () => Promise<T>): Promise<T> {
    working++
    try {
      return await doing()
    } finally {
      working--
      if (working === 0) rested?.()
    }
  }
  /** Until nobody works and nobody has begun anew with what came of it. */
  async function rest(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      await new Promise<void>(done => setImmediate(done))
      if (working === 0) continue
      quiet = -1
      await new Promise<void>(done => {
        rested = done
      })
      rested = null
    }
  }
  async function step(until: Date): Promise<boolean> {
    await rest()
    const [next] = timers
    if (!next || next.atMs > until.getTime()) return false
    timers.shift()
    nowMs = next.atMs
    void next.run()
    return true
  }
  return { now: () => new Date(nowMs), sleep, at: (hour, run) => void add(hour.getTime(), run), work, step }
}
