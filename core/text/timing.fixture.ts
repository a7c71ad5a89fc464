// Measures how long a function takes on a machine that may be busy.

/** The fastest of a few runs in milliseconds; stops early once a run is under `enoughMs`. */
export function measureMs(now: () => number, work: () => unknown, enoughMs: number): number {
  let quickest = Infinity
  for (let i = 0; i < 12 && quickest >= enoughMs; i++) {
    const before = now()
    work()
    quickest = Math.min(quickest, now() - before)
  }
  return quickest
}
