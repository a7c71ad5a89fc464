// Gathers changes that come close together, so that a screen asks once for all of them.

/** Waits a moment for others that belong to the first, then so long at least between two. */
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
