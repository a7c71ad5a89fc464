// Provides a virtual clock and a seeded random generator for simulations.
export type Dice = ReturnType<typeof openDice>

/** Mulberry32. */
export function openDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, below: (n: number) => Math.floor(next() * n) }
}

export type VirtualClock = ReturnType<typeof openVirtualClock>

/** Time passes only while everything sleeps. */
export function openVirtualClock() {
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  const at = (afterMs: number, run: () => void) => {
    const timer = { atMs: nowMs + afterMs, run }
    timers.push(timer)
    return timer
  }
  const runPending = () => new Promise<void>(resolve => setImmediate(resolve))
  async function step(): Promise<number> {
    await runPending()
    const next = timers.reduce<(typeof timers)[number] | undefined>((first, t) => (first && first.atMs <= t.atMs ? first : t), undefined)
    if (!next) return Number.POSITIVE_INFINITY
    timers = timers.filter(t => t !== next)
    nowMs = Math.max(nowMs, next.atMs)
    next.run()
    return nowMs
  }
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>(resolve => {
      if (signal?.aborted) return resolve()
      const timer = at(ms, resolve)
      signal?.addEventListener('abort', () => {
        timers = timers.filter(t => t !== timer)
        resolve()
      })
    })
  const drain = async () => {
    for (let i = 0; i < 200 && timers.length > 0; i++) await step()
  }
  return { now: () => new Date(nowMs), at, step, sleep, drain }
}
