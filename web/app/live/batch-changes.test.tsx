// Tests that changes close together are passed on in one batch.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchChanges, firstDelayMs, minIntervalMs } from './batch-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('changes within the first delay form one batch, and later ones wait for the minimum interval', () => {
  const batches: string[][] = []
  const { add } = batchChanges<string>(tables => batches.push([...tables]))
  for (const table of ['messages', 'deliveries', 'messages']) add(table)
  vi.advanceTimersByTime(firstDelayMs)
  expect(batches).toEqual([['messages', 'deliveries']])
  add('deliveries')
  vi.advanceTimersByTime(minIntervalMs - 1)
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(batches).toEqual([['messages', 'deliveries'], ['deliveries']])
})

test('after a quiet interval the next change is passed quickly again, and after stopping nothing is', () => {
  const batches: string[][] = []
  const { add, stop } = batchChanges<string>(tables => batches.push([...tables]))
  add('messages')
  vi.advanceTimersByTime(firstDelayMs + minIntervalMs)
  add('mailboxes')
  vi.advanceTimersByTime(firstDelayMs)
  expect(batches).toEqual([['messages'], ['mailboxes']])
  add('messages')
  stop()
  vi.advanceTimersByTime(2 * minIntervalMs)
  expect(batches).toHaveLength(2)
})
