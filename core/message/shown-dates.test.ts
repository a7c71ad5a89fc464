import { expect, test } from 'vitest'
import { otherDates } from './shown-dates.ts'

const datedAt = '2026-11-20T08:00:00.000Z'

test('an email that came as it was sent has one date', () => {
  const dates = { datedAt, arrivedAt: '2026-11-20T08:00:02.000Z', date: 'Fri, 20 Nov 2026 07:59:58 +0000' }
  expect(otherDates(dates)).toEqual({ readAt: null, writtenAt: null })
  expect(otherDates({ ...dates, date: null })).toEqual({ readAt: null, writtenAt: null })
  expect(otherDates({ ...dates, date: 'yesterday' })).toEqual({ readAt: null, writtenAt: null })
})

test('what was caught up says when it was read, and a date of another day says so', () => {
  expect(otherDates({ datedAt, arrivedAt: '2026-11-23T09:26:37.000Z', date: 'Sun, 4 Jan 2015 10:00:00 +0000' })).toEqual({
    readAt: new Date('2026-11-23T09:26:37Z'),
    writtenAt: new Date('2015-01-04T10:00:00Z'),
  })
})
