// Waits until the first screen's requests are answered before loading anything in the background.
import type { QueryClient } from '@tanstack/react-query'

/** A missing response delays the start no longer than this. */
export const maxWaitMs = 5_000

/** Returns a function that stops waiting. */
export function afterFirstRequests(queries: QueryClient, start: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  const finish = () => {
    stop()
    start()
  }
  const check = () => {
    if (queries.isFetching() === 0) finish()
  }
  const timer = setTimeout(finish, queries.isFetching() === 0 ? 0 : maxWaitMs)
  const unsubscribe = queries.getQueryCache().subscribe(check)
  return stop
}
