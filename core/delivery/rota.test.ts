// Tests who is on call in local time, across midnight, the end of the week and clock changes, and which hours are uncovered.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Weekday } from '../filters/tree.ts'
import { findGaps, onCall, onCallOrFirst, type Shift } from './rota.ts'

const [anna, ben] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const shift = (destinationId: string, from: string, to: string, days: Shift['days']): Shift => ({ destinationId, from, to, days })
const workdays: Shift['days'] = ['mon', 'tue', 'wed', 'thu', 'fri']
const days: Shift['days'] = [...Weekday.options]
const rota = [shift(anna ?? '', '08:00', '18:00', workdays), shift(ben ?? '', '18:00', '08:00', days)]

test('shifts cover hours of the week, across midnight into the next day', () => {
  const at = (time: string) => onCall(rota, new Date(`${time}Z`), 'UTC')
  expect(at('2026-11-23T08:00:00')).toEqual([anna])
  expect(at('2026-11-23T17:59:59')).toEqual([anna])
  expect(at('2026-11-23T18:00:00')).toEqual([ben])
  expect(at('2026-11-23T07:59:00')).toEqual([ben])
  // Sunday's night shift extends into Monday; nobody is on call during the day on Saturday.
  expect(at('2026-11-28T12:00:00')).toEqual([])
  expect(onCallOrFirst(rota, new Date('2026-11-28T12:00:00Z'), 'UTC')).toEqual([anna])
  expect(onCall([shift(anna ?? '', '09:00', '09:00', ['sat'])], new Date('2026-11-29T08:59:00Z'), 'UTC')).toEqual([anna])
})

test('local time decides, even on nights when clocks change', () => {
  const night = [shift(anna ?? '', '22:00', '02:30', days), shift(ben ?? '', '02:30', '22:00', days)]
  const at = (time: string) => onCall(night, new Date(time), 'Europe/Berlin')
  // Clocks jump at 01:00 UTC from 02:00 to 03:00, so 02:30 never occurs.
  expect([at('2026-03-29T00:59:00Z'), at('2026-03-29T01:00:00Z')]).toEqual([[anna], [ben]])
  // Clocks go back at 01:00 UTC from 03:00 to 02:00, so the time before 02:30 occurs twice.
  expect([at('2026-10-25T00:29:00Z'), at('2026-10-25T00:30:00Z'), at('2026-10-25T01:00:00Z'), at('2026-10-25T01:30:00Z')]).toEqual([
    ...[[anna], [ben], [anna], [ben]],
  ])
})

test('uncovered hours are listed, and a gap across the end of the week counts as one', () => {
  expect(findGaps(rota)).toEqual([
    { from: { day: 'sat', time: '08:00' }, to: { day: 'sat', time: '18:00' } },
    { from: { day: 'sun', time: '08:00' }, to: { day: 'sun', time: '18:00' } },
  ])
  expect(findGaps([shift(anna ?? '', '08:00', '18:00', ['tue'])])).toEqual([
    { from: { day: 'tue', time: '18:00' }, to: { day: 'tue', time: '08:00' } },
  ])
  expect(findGaps([shift(anna ?? '', '00:00', '00:00', days)])).toEqual([])
  expect(findGaps([])).toEqual([{ from: { day: 'mon', time: '00:00' }, to: { day: 'mon', time: '00:00' } }])
})

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(parts => parts.map(n => String(n).padStart(2, '0')).join(':'))
const shifts = fc.array(
  fc.record({
    destinationId: fc.constantFrom(anna ?? '', ben ?? ''),
    from: time,
    to: time,
    days: fc.uniqueArray(fc.constantFrom(...Weekday.options), { minLength: 1 }),
  }),
  { maxLength: 6 },
)

test('nobody is on call in the gaps, and only there', () => {
  fc.assert(
    fc.property(shifts, fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }), (rotaOf, minute) => {
      // 2026-11-23 is a Monday.
      const at = new Date(Date.UTC(2026, 10, 23) + minute * 60_000)
      const order = (day: Weekday, hour: string) =>
        Weekday.options.indexOf(day) * 1440 + Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))
      const isGap = findGaps(rotaOf).some(({ from, to }) => {
        const [begin, end] = [order(from.day, from.time), order(to.day, to.time)]
        return begin < end ? begin <= minute && minute < end : minute >= begin || minute < end
      })
      expect(onCall(rotaOf, at, 'UTC').length === 0).toBe(isGap)
    }),
  )
})
