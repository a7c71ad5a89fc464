// Tests that changes close together are passed on in one batch.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather, momentMs, pauseMs } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes within a moment is passed once, and what comes after it waits for the pause', () => {
  const passed: string[][] = []
  const { add } = gather<string>(all => passed.push([...all]))
  for (const table of ['messages', 'deliveries', 'messages']) add(table)
  vi.advanceTimersByTime(momentMs)
  expect(passed).toEqual([['messages', 'deliveries']])
  add('deliveries')
  vi.advanceTimersByTime(pauseMs - 1)
  expect(passed).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(passed).toEqual([['messages', 'deliveries'], ['deliveries']])
})

test('after a quiet pause the next is passed within a moment again, and after stopping nothing is', () => {
  const passed: string[][] = []
  const { add, stop } = gather<string>(all => passed.push([...all]))
  add('messages')
  vi.advanceTimersByTime(momentMs + pauseMs)
  add('mailboxes')
  vi.advanceTimersByTime(momentMs)
  expect(passed).toEqual([['messages'], ['mailboxes']])
  add('messages')
  stop()
  vi.advanceTimersByTime(2 * pauseMs)
  expect(passed).toHaveLength(2)
})
