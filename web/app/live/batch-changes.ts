// Batches changes that arrive close together, so that a screen refetches once.

/** Waits briefly for more changes after the first, then at least this long between batches. */
export const firstDelayMs = 100
export const minIntervalMs = 1_000

export interface ChangeBatcher<T> {
  add(change: T): void
  stop(): void
}

export function batchChanges<T>(onBatch: (batch: Set<T>) => void): ChangeBatcher<T> {
  let pending = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | null = null
  const flush = () => {
    timer = null
    if (pending.size === 0) return
    const batch = pending
    pending = new Set()
    onBatch(batch)
    timer = setTimeout(flush, minIntervalMs)
  }
  return {
    add(change) {
      pending.add(change)
      timer ??= setTimeout(flush, firstDelayMs)
    },
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
