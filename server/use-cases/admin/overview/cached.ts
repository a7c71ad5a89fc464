// Keeps an answer for a while; requests that come at the same time share one.
import { elapsed } from '../../../foundation/clock.ts'
import { forEverybody } from '../../../foundation/db/abandoned.ts'

/** Reads again once the answer is older than `keptMs`. */
export function cached<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  return () => {
    if (answer && elapsed() - readAt <= keptMs) return answer
    readAt = elapsed()
    const pending = forEverybody(read)
    answer = pending
    pending.catch(() => {
      if (answer === pending) answer = null
    })
    return pending
  }
}

/** The same, but returns an outdated answer at once and reads a new one in the background. For slow reads that rarely change. */
export function refreshed<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
  const newest = cached(read, keptMs)
  let last: { answer: T } | null = null
  return async () => {
    const pending = newest().then(answer => {
      last = { answer }
      return answer
    })
    // The next request tries again.
    pending.catch(() => undefined)
    return last ? last.answer : pending
  }
}
