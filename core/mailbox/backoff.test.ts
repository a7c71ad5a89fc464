// Tests that reconnect delays grow, with jitter, up to a limit.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxReconnectMs, maxRetryMs, minDelayMs, reconnectDelayMs, retryDelayMs } from './backoff.ts'

test.each([
  [1, 0, 1_000],
  [1, 0.5, 1_500],
  [3, 0.5, 4_500],
  [20, 0.5, 13_000],
])('after %i failures, with a random value of %d, it waits %i ms', (failures, random, delayMs) => {
  expect(reconnectDelayMs(failures, random)).toBe(delayMs)
})

test('the wait stays between a second and its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, random) => {
      const [away, later] = [reconnectDelayMs(failures, random), retryDelayMs(failures, random)]
      expect([away >= minDelayMs, away <= maxReconnectMs, later >= away, later <= maxRetryMs]).toEqual([true, true, true, true])
    }),
  )
})
