// Tests how often folders without an IDLE connection are checked.
import { expect, test } from 'vitest'
import { checkIntervalMs, checkTimes } from './rounds.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  ['a minute ago', 1, 60],
  ['an hour and a half ago', 90, 60],
  ['four hours ago', 240, 144],
  ['a day ago', 1440, 300],
  ['never', null, 300],
])('where email arrived %s', (_, minutes, seconds) => {
  const passedAt = minutes === null ? null : new Date(now.getTime() - minutes * 60_000)
  expect(checkIntervalMs(passedAt, now, checkTimes)).toBe(seconds * 1000)
})
