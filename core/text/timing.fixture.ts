// Measures how long a piece of work takes while the machine may be busy with other things.

/** Milliseconds by the clock `now`: the quickest of a few tries, which stop once one is under `enoughMs`. */
export function tookMs(now: () => number, work: () => unknown, enoughMs: number): number {
  let quickest = Infinity
  for (let i = 0; i < 12 && quickest >= enoughMs; i++) {
    const before = now()
    work()
    quickest = Math.min(quickest, now() - before)
  }
  return quickest
}
