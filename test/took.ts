// Measures the CPU time that a piece of work takes in this thread, regardless of other load on the machine.

/** Milliseconds of CPU time, the quickest of up to forty tries (an engine learns code while it runs it) that stop once one is under `enoughMs`. */
export function tookMs(work: () => unknown, enoughMs = 50): number {
  let quickest = Infinity
  for (let i = 0; i < 40 && quickest >= enoughMs; i++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    quickest = Math.min(quickest, (user + system) / 1000)
  }
  return quickest
}
