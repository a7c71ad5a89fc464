// Waits until the first screen's requests are answered before loading anything in the background.
import type { QueryClient } from '@tanstack/react-query'

/** Nothing waits forever for a missing response. */
export const mostMs = 5_000

/** Returns a function that stops waiting. */
export function onceAnswered(queries: QueryClient, go: () => void): () => void {
  const end = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  const leave = () => {
    end()
    go()
  }
  const look = () => {
    if (queries.isFetching() === 0) leave()
  }
  const timer = setTimeout(leave, queries.isFetching() === 0 ? 0 : mostMs)
  const unsubscribe = queries.getQueryCache().subscribe(look)
  return end
}
