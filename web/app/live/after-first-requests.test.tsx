// Tests that background loading waits for the first screen's requests, but not forever.
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFirstRequests, maxWaitMs } from './after-first-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const startWaiting = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { promise, resolve: respond } = Promise.withResolvers<string>()
  void queries.fetchQuery({ queryKey: ['sum'], queryFn: () => promise })
  const onReady = vi.fn<() => void>()
  return { queries, respond, onReady, stop: afterFirstRequests(queries, onReady) }
}

test('it runs once, when the response has arrived', async () => {
  const { queries, respond, onReady } = startWaiting()
  expect(onReady).not.toHaveBeenCalled()
  respond('12')
  await vi.advanceTimersByTimeAsync(10)
  expect(onReady).toHaveBeenCalledOnce()
  await queries.fetchQuery({ queryKey: ['more'], queryFn: () => 'more' })
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(onReady).toHaveBeenCalledOnce()
})

test('it does not wait longer than the limit for a missing response, and not at all after being stopped', async () => {
  const { onReady } = startWaiting()
  const stopped = startWaiting()
  stopped.stop()
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(onReady).toHaveBeenCalledOnce()
  expect(stopped.onReady).not.toHaveBeenCalled()
})
