// Waits until what the first screen asks is answered: what is not seen comes after what is.
import type { QueryClient } from '@tanstack/react-query'

/** Where an answer does not come, the rest need not wait for it. */
export const mostMs = 5_000

/** Returns how to wait no longer. */
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
