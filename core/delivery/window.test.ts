// The service window, to the minute.
import { expect, test } from 'vitest'
import { closesAt, isOpen } from './window.ts'

const wrote = new Date('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T12:00:00.000Z', true],
  ['2026-03-02T11:54:59.999Z', true],
  ['2026-03-02T11:55:00.000Z', false],
  ['2026-03-05T12:00:00.000Z', false],
])('at %s the window of a person who wrote at noon of the first is open: %s', (now, open) => {
  expect(isOpen(wrote, new Date(now))).toBe(open)
})

test('a person who never wrote has no window', () => {
  expect(isOpen(null, wrote)).toBe(false)
})

test('it closes five minutes before 24 hours are over', () => {
  expect(closesAt(wrote).toISOString()).toBe('2026-03-02T11:55:00.000Z')
})
