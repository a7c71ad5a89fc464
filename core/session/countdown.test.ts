// Tests formatting and announcing the countdown.
import { expect, test } from 'vitest'
import { announcedMark, formatCountdown } from './countdown.ts'

test('minutes and seconds', () => {
  expect([120, 119, 67, 60, 59, 9, 0].map(formatCountdown)).toEqual(['2:00', '1:59', '1:07', '1:00', '0:59', '0:09', '0:00'])
})

test('it is announced at 2:00, 1:00, 0:30 and 0:10', () => {
  const all = Array.from({ length: 121 }, (_, past) => 120 - past)
  const spoken = all.filter(seconds => seconds === 120 || announcedMark(seconds) !== announcedMark(seconds + 1))
  expect(spoken).toEqual([120, 60, 30, 10])
})
