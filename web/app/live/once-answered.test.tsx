// Tests that background loading waits for the first screen's requests, but not forever.
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostMs, onceAnswered } from './once-answered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asked = () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { promise, resolve: answer } = Promise.withResolvers<string>()
  void queries.fetchQuery({ queryKey: ['sum'], queryFn: () => promise })
  const go = vi.fn<() => void>()
  return { queries, answer, go, stop: onceAnswered(queries, go) }
}

test('it goes on once, when the answer is there', async () => {
  const { queries, answer, go } = asked()
  expect(go).not.toHaveBeenCalled()
  answer('12')
  await vi.advanceTimersByTimeAsync(10)
  expect(go).toHaveBeenCalledOnce()
  await queries.fetchQuery({ queryKey: ['more'], queryFn: () => 'more' })
  await vi.advanceTimersByTimeAsync(mostMs)
  expect(go).toHaveBeenCalledOnce()
})

test('an answer that does not come is waited for no longer than it may, and not at all by who has left', async () => {
  const { go } = asked()
  const gone = asked()
  gone.stop()
  await vi.advanceTimersByTimeAsync(mostMs)
  expect(go).toHaveBeenCalledOnce()
  expect(gone.go).not.toHaveBeenCalled()
})
