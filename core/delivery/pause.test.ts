// Tests that a pause is as long as requested, but shorter than emails may wait.
import { expect, test } from 'vitest'
import { defaultLanePolicy } from './lanes.ts'
import { maxPauseHours, pauseEnd } from './pause.ts'

const now = new Date('2026-11-22T12:00:00Z')
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  [null, null],
  [after(-1), null],
  [after(0), null],
  [after(2), after(2)],
  [after(24 * 365), after(maxPauseHours)],
])('a pause until %s ends at %s', (until, end) => {
  expect(pauseEnd(until, now)).toEqual(end)
})

test('email that arrives at the start of the longest pause is not too old at its end', () => {
  expect(maxPauseHours * 3_600_000).toBeLessThan(defaultLanePolicy.expireAfterMs)
})
