// The moment of a mail: on the person's clock, and read once for all tests.
import { expect, test } from 'vitest'
import { isTimeZone, momentOf } from './moment.ts'
import { plainArrival } from './testing/plain-message.fixture.ts'

test('a mail came at the day and hour of the person who got it', () => {
  const arrivedAt = '2026-11-21T23:40:00.000Z'
  expect(momentOf(plainArrival({ arrivedAt, timeZone: 'Europe/Berlin' }))).toEqual({ day: '2026-11-22', weekday: 'sun', time: '00:40' })
  expect(momentOf(plainArrival({ arrivedAt, timeZone: 'Nowhere/Else' }))).toEqual({ day: '2026-11-21', weekday: 'sat', time: '23:40' })
})

test('a thousand tests of the hour read the clock once', () => {
  const arrival = plainArrival()
  const first = momentOf(arrival)
  expect(Array.from({ length: 1000 }, () => momentOf(arrival)).every(moment => moment === first)).toBe(true)
  expect(momentOf({ ...arrival })).not.toBe(first)
})

test('a time zone has a name that is known', () => {
  expect(['UTC', 'Europe/Berlin', 'asia/kolkata', 'Asia/Calcutta'].every(isTimeZone)).toBe(true)
  expect(['', 'Nowhere/Else', '+05:30', 'Europe', 'Europe/Berlin; drop table'].some(isTimeZone)).toBe(false)
})
