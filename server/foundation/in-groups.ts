// Answers many calls with one piece of work: what is asked for while it runs is answered together by the next one.

/** `work` resolves with one result for each item, in order; when it rejects, each call of its group does. Nothing waits for company. */
export function inGroups<T, R>(work: (items: T[]) => Promise<R[]>, maxSize: number): (item: T) => Promise<R> {
  const waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxSize)
      try {
        const results = await work(group.map(({ item }) => item))
        for (const [i, result] of results.entries()) group[i]?.resolve(result)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }
  return item =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // What the same turn asks for belongs together.
      if (!isRunning) queueMicrotask(() => isRunning || void run())
    })
}
