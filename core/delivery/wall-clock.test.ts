// Tests finding local times across clock changes, against a search minute by minute.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localMoment } from '../filters/moment.ts'
import type { Weekday } from '../filters/tree.ts'
import { isWithin, nextHour, nextOccurrence } from './wall-clock.ts'

const utc = (at: string) => new Date(`${at}Z`)

test.each<[string, Date, string, string, Weekday | undefined, Date]>([
  ['later today', utc('2026-11-22T06:00:30'), '08:00', 'Europe/Berlin', undefined, utc('2026-11-22T07:00:00')],
  ['tomorrow, at the exact minute', utc('2026-11-22T07:00:00'), '08:00', 'Europe/Berlin', undefined, utc('2026-11-23T07:00:00')],
  ['in a zone with a quarter-hour offset', utc('2026-11-22T00:00:00'), '08:00', 'Asia/Kathmandu', undefined, utc('2026-11-22T02:15:00')],
  ['on a day of the week', utc('2026-11-22T12:00:00'), '09:30', 'America/New_York', 'sun', utc('2026-11-22T14:30:00')],
  ['on that day next week', utc('2026-11-22T15:00:00'), '09:30', 'America/New_York', 'sun', utc('2026-11-29T14:30:00')],
  ['tomorrow, when summer time starts', utc('2026-03-28T12:00:00'), '08:00', 'Europe/Berlin', undefined, utc('2026-03-29T06:00:00')],
  ['in the skipped hour', utc('2026-03-28T12:00:00'), '02:30', 'Europe/Berlin', undefined, utc('2026-03-29T01:00:00')],
  ['in the repeated hour', utc('2026-10-24T12:00:00'), '02:30', 'Europe/Berlin', undefined, utc('2026-10-25T00:30:00')],
  ['in the repeated hour again', utc('2026-10-25T00:30:00'), '02:30', 'Europe/Berlin', undefined, utc('2026-10-25T01:30:00')],
  ['in an unknown zone', utc('2026-11-22T06:00:00'), '08:00', 'Nowhere/Else', undefined, utc('2026-11-22T08:00:00')],
])('a time %s', (_, after, time, timeZone, weekday, expected) => {
  expect(nextOccurrence(after, time, timeZone, weekday)).toEqual(expected)
})

test('the next full hour is local time', () => {
  expect(nextHour(utc('2026-11-22T10:00:00'), 'Europe/Berlin')).toEqual(utc('2026-11-22T11:00:00'))
  expect(nextHour(utc('2026-11-22T10:59:59.999'), 'Europe/Berlin')).toEqual(utc('2026-11-22T11:00:00'))
  expect(nextHour(utc('2026-11-22T10:20:05'), 'Asia/Kolkata')).toEqual(utc('2026-11-22T10:30:00'))
})

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Cairo']
const zone = fc.constantFrom(...zones)
const two = (n: number) => String(n).padStart(2, '0')
const time = fc.integer({ min: 0, max: 1439 }).map(n => `${two(Math.floor(n / 60))}:${two(n % 60)}`)
const anyHour = fc.date({ min: utc('2025-01-01T00:00'), max: utc('2028-01-01T00:00'), noInvalidDate: true })
/** Half of the moments are within a day before, or two hours after, one of these clock changes. */
const changes = ['2026-03-29T01:00', '2026-10-25T01:00', '2026-03-08T07:00', '2026-11-01T06:00', '2026-04-04T15:00', '2026-10-03T15:30']
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -24 * 60, max: 120 }))
  .map(([at, minutes]) => new Date(utc(at).getTime() + minutes * 60_000))
const moment = fc.oneof(anyHour, nearChange)

test('the result is always the next minute that shows the time or follows a jump over it', () => {
  fc.assert(
    fc.property(moment, time, zone, (after, wanted, timeZone) => {
      expect(nextOccurrence(after, wanted, timeZone)).toEqual(lookedAt(after, wanted, timeZone))
    }),
    { numRuns: 60 },
  )
})

function lookedAt(after: Date, wanted: string, timeZone: string): Date {
  let before = localMoment({ arrivedAt: minute(after, 0).toISOString(), timeZone })
  for (let n = 1; ; n++) {
    const at = minute(after, n)
    const now = localMoment({ arrivedAt: at.toISOString(), timeZone })
    const jumped = now.day === before.day && before.time < wanted && wanted < now.time
    if (now.time === wanted || jumped) return at
    before = now
  }
}

const minute = (after: Date, n: number) => new Date((Math.floor(after.getTime() / 60_000) + n) * 60_000)

test('a given weekday is respected, and local time decides what is within hours', () => {
  fc.assert(
    fc.property(moment, time, time, zone, fc.constantFrom<Weekday>('mon', 'wed', 'sun'), (after, from, to, timeZone, weekday) => {
      const at = nextOccurrence(after, from, timeZone, weekday)
      expect(localMoment({ arrivedAt: at.toISOString(), timeZone }).weekday).toBe(weekday)
      expect([at > after, at.getTime() - after.getTime() <= 8 * 86_400_000]).toEqual([true, true])
      if (from !== to) expect(isWithin(nextOccurrence(after, to, timeZone), { from: to, to: from }, timeZone)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
