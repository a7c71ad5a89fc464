// Tests local arrival times.
import { expect, test } from 'vitest'
import { isTimeZone, localMoment } from './moment.ts'
import { plainArrival } from './testing/plain-message.fixture.ts'

test('an arrival time is converted to the local day and hour of the recipient', () => {
  const arrivedAt = '2026-11-21T23:40:00.000Z'
  expect(localMoment(plainArrival({ arrivedAt, timeZone: 'Europe/Berlin' }))).toEqual({ day: '2026-11-22', weekday: 'sun', time: '00:40' })
  expect(localMoment(plainArrival({ arrivedAt, timeZone: 'Nowhere/Else' }))).toEqual({ day: '2026-11-21', weekday: 'sat', time: '23:40' })
})

test('a thousand hour tests format the time once', () => {
  const arrival = plainArrival()
  const first = localMoment(arrival)
  expect(Array.from({ length: 1000 }, () => localMoment(arrival)).every(moment => moment === first)).toBe(true)
  expect(localMoment({ ...arrival })).not.toBe(first)
})

test('only known names are time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'asia/kolkata', 'Asia/Calcutta'].every(isTimeZone)).toBe(true)
  expect(['', 'Nowhere/Else', '+05:30', 'Europe', 'Europe/Berlin; drop table'].some(isTimeZone)).toBe(false)
})
