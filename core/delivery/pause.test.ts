// A rest is as long as asked, and never as long as mail waits.
import { expect, test } from 'vitest'
import { defaultLanePolicy } from './lanes.ts'
import { mostPauseHours, pauseEnd } from './pause.ts'

const now = new Date('2026-11-22T12:00:00Z')
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test.each([
  [null, null],
  [after(-1), null],
  [after(0), null],
  [after(2), after(2)],
  [after(24 * 365), after(mostPauseHours)],
])('a rest until %s ends at %s', (until, end) => {
  expect(pauseEnd(until, now)).toEqual(end)
})

test('mail that comes at the beginning of the longest rest is not too old at its end', () => {
  expect(mostPauseHours * 3_600_000).toBeLessThan(defaultLanePolicy.expireAfterMs)
})
