// Tests the service window to the minute.
import { expect, test } from 'vitest'
import { isWindowOpen, windowClosesAt } from './window.ts'

const wrote = new Date('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T12:00:00.000Z', true],
  ['2026-03-02T11:54:59.999Z', true],
  ['2026-03-02T11:55:00.000Z', false],
  ['2026-03-05T12:00:00.000Z', false],
])('at %s, the window of a user who wrote at noon on the first is open: %s', (now, open) => {
  expect(isWindowOpen(wrote, new Date(now))).toBe(open)
})

test('a user who never wrote has no window', () => {
  expect(isWindowOpen(null, wrote)).toBe(false)
})

test('the window closes five minutes before 24 hours are over', () => {
  expect(windowClosesAt(wrote).toISOString()).toBe('2026-03-02T11:55:00.000Z')
})
