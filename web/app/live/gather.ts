// Batches changes that arrive close together, so that a screen refetches once.

/** Waits briefly for more changes after the first, then at least this long between batches. */
export const momentMs = 100
export const pauseMs = 1_000

export interface Gathering<T> {
  add(one: T): void
  stop(): void
}

export function gather<T>(pass: (all: Set<T>) => void): Gathering<T> {
  let waiting = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | null = null
  const go = () => {
    timer = null
    if (waiting.size === 0) return
    const all = waiting
    waiting = new Set()
    pass(all)
    timer = setTimeout(go, pauseMs)
  }
  return {
    add(one) {
      waiting.add(one)
      timer ??= setTimeout(go, momentMs)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
