// Lets so many pieces of work run at once, the others in the order of their coming.
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

export function newGate(atOnce: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= atOnce) await new Promise<void>(done => waiting.push(done))
    else running++
    try {
      return await work()
    } finally {
      // Whoever comes next takes this place over, so the count stays.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
