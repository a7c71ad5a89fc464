// Tests when memory is given back, and that it is.
import { getHeapStatistics } from 'node:v8'
import { expect, test, vi } from 'vitest'
import { isWorthCollecting, startReleasingMemory } from './release-memory.ts'

const megabyte = 1024 * 1024

test('memory is collected when the heap has grown and the server is quiet', () => {
  expect(isWorthCollecting({ heapBytes: 200 * megabyte, cpuShare: 0.02 }, 90 * megabyte)).toBe(true)
})

test('a busy server is left alone, and so is a heap that has hardly grown', () => {
  expect(isWorthCollecting({ heapBytes: 200 * megabyte, cpuShare: 0.6 }, 90 * megabyte)).toBe(false)
  expect(isWorthCollecting({ heapBytes: 100 * megabyte, cpuShare: 0.02 }, 90 * megabyte)).toBe(false)
})

test('what nobody holds any more is given back to the machine', async () => {
  let garbage: unknown = Array.from({ length: 1_500_000 }, (_, n) => ({ n }))
  const before = getHeapStatistics().total_physical_size
  garbage = null
  let look: () => Promise<void> | void = () => undefined
  const releasing = startReleasingMemory({ every: (_, work) => ((look = work), { stop: async () => undefined }) })
  await vi.waitFor(async () => {
    await look()
    expect(getHeapStatistics().total_physical_size).toBeLessThan(before - 32 * megabyte)
  })
  await releasing.stop()
  expect(garbage).toBeNull()
})
