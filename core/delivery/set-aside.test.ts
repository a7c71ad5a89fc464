// Tests when failing inbound messages and webhook events are set aside.
import { expect, test } from 'vitest'
import { isAlarm, isReplanGivenUp, isWebhookGivenUp, nextInboundTry } from './set-aside.ts'

const now = new Date('2026-03-01T12:00:00Z')
const failed = (attempts: number, agoMs = 0) => ({ attempts, firstAt: new Date(now.getTime() - agoMs) })

test('an inbound message is tried five times, with growing pauses', () => {
  const delays = [1, 2, 3, 4, 5].map(attempts => nextInboundTry(failed(attempts), false, now)?.getTime())
  expect(delays).toEqual([1_000, 5_000, 30_000, 120_000].map(ms => now.getTime() + ms).concat(undefined as never))
})

test('STOP and START are tried on for ever, and reported once', () => {
  for (const attempts of [5, 6, 500]) expect(nextInboundTry(failed(attempts), true, now)).toEqual(new Date(now.getTime() + 300_000))
  expect([4, 5, 6].map(attempts => isAlarm(failed(attempts)))).toEqual([false, true, false])
})

test('a webhook event is given up after eight tries, or after an hour and a second try', () => {
  expect(isWebhookGivenUp(failed(7, 3_599_999), now)).toBe(false)
  expect(isWebhookGivenUp(failed(8), now)).toBe(true)
  expect(isWebhookGivenUp(failed(2, 3_600_000), now)).toBe(true)
  expect(isWebhookGivenUp(failed(1, 3_600_000), now)).toBe(false)
})

test('an undelivered email is given up after eight tries and an hour', () => {
  expect(isReplanGivenUp(failed(7, 7_200_000), now)).toBe(false)
  expect(isReplanGivenUp(failed(99, 3_599_999), now)).toBe(false)
  expect(isReplanGivenUp(failed(8, 3_600_000), now)).toBe(true)
})
