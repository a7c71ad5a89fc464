// Limits what this host fetches at once, over all mailboxes: batches side by side, and the bytes of large emails.

export interface FetchLimiter {
  /** Waits until one more batch of this user may be fetched; resolves with a function that ends it. */
  enter(userId: string): Promise<() => void>
  /**
   * Waits until so many bytes may be held; resolves with a function that gives them back. Only who has entered may ask, once for each
   * batch: nobody who holds bytes waits for more, so there is no deadlock.
   */
  reserve(bytes: number): Promise<() => void>
  /** What is taken now, and how many wait. */
  load(): { batches: number; bytes: number; waiting: number }
}

export interface FetchLimits {
  batches: number
  bytes: number
}

/** One user's servers may be as slow as they like; they must not take every place. */
const batchesPerUser = (all: number) => Math.max(2, Math.floor(all / 5))

export function openFetchLimiter({ batches, bytes }: FetchLimits): FetchLimiter {
  const places = openQueue(batches, batchesPerUser(batches))
  const memory = openQueue(bytes, Number.POSITIVE_INFINITY)
  return {
    enter: userId => places.take(1, userId),
    // What is larger than all there is gets all there is.
    reserve: wanted => memory.take(Math.min(wanted, bytes), ''),
    load: () => ({ batches: places.taken(), bytes: memory.taken(), waiting: places.waiting() + memory.waiting() }),
  }
}

interface Waiting {
  amount: number
  key: string
  go(): void
}

/** First come, first served; only those whose own share is used up are passed over. */
function openQueue(capacity: number, mostPerKey: number) {
  const queue: Waiting[] = []
  const holders = new Map<string, number>()
  let taken = 0
  const hasShare = ({ key }: Waiting) => (holders.get(key) ?? 0) < mostPerKey
  const admit = () => {
    for (;;) {
      const at = queue.findIndex(hasShare)
      const next = queue[at]
      if (!next || taken + next.amount > capacity) return
      queue.splice(at, 1)
      taken += next.amount
      holders.set(next.key, (holders.get(next.key) ?? 0) + 1)
      next.go()
    }
  }
  const leave = (amount: number, key: string) => {
    const left = (holders.get(key) ?? 0) - 1
    if (left > 0) holders.set(key, left)
    else holders.delete(key)
    taken -= amount
    admit()
  }
  return {
    async take(amount: number, key: string): Promise<() => void> {
      await new Promise<void>(go => {
        queue.push({ amount, key, go })
        admit()
      })
      let isHeld = true
      return () => {
        if (isHeld) leave(amount, key)
        isHeld = false
      }
    },
    taken: () => taken,
    waiting: () => queue.length,
  }
}
