// Tests where the periods of the analytics page begin and end, in time zones and across changes of the clock.
import { expect, test } from 'vitest'
import { changeOf, previousPeriod, resolvePeriod, startOfWeek } from './period.ts'

const now = new Date('2026-11-26T10:20:00Z')
const isoOf = (dates: readonly Date[]) => dates.map(date => date.toISOString().slice(0, 16))

test('24 hours end with the last counted hour', () => {
  const period = resolvePeriod({ range: '24h', zone: 'Europe/Berlin' }, now)
  expect(isoOf([period.from, period.to])).toEqual(['2026-11-25T10:00', '2026-11-26T10:00'])
  expect(period.starts).toHaveLength(24)
  expect(isoOf([previousPeriod(period).from, previousPeriod(period).to])).toEqual(['2026-11-24T10:00', '2026-11-25T10:00'])
})

test('days begin at midnight of the reader, and the day before is as long as today is yet', () => {
  const period = resolvePeriod({ range: '7d', zone: 'America/New_York' }, now)
  expect(isoOf(period.starts)).toEqual(['20', '21', '22', '23', '24', '25', '26'].map(day => `2026-11-${day}T05:00`))
  const before = previousPeriod(period)
  expect(isoOf([before.from, before.to])).toEqual(['2026-11-13T05:00', '2026-11-19T10:00'])
  expect(before.starts).toHaveLength(7)
})

test('a day on which clocks change has 23 or 25 hours', () => {
  const { starts, to } = resolvePeriod({ range: 'custom', from: '2026-10-24', to: '2026-10-27', zone: 'Europe/Berlin' }, now)
  expect(isoOf([...starts, to])).toEqual([
    '2026-10-23T22:00',
    '2026-10-24T22:00',
    '2026-10-25T23:00',
    '2026-10-26T23:00',
    '2026-10-27T23:00',
  ])
})

test('long periods are read from days of UTC, and twelve months are shown by week', () => {
  expect(resolvePeriod({ range: '90d', zone: 'Asia/Tokyo' }, now)).toMatchObject({ tier: 'day', step: 'day', zone: 'UTC' })
  const year = resolvePeriod({ range: '12m', zone: 'Asia/Tokyo' }, now)
  expect(year).toMatchObject({ tier: 'day', step: 'week' })
  expect(year.starts).toHaveLength(53)
  expect(year.starts.every(start => start.getUTCDay() === 1)).toBe(true)
  expect(previousPeriod(year).starts).toHaveLength(53)
})

test('a custom range in the wrong order or in the future still has a part', () => {
  for (const [from, to] of [
    ['2026-11-20', '2026-11-10'],
    ['2027-01-01', '2027-01-05'],
  ])
    expect(resolvePeriod({ range: 'custom', from, to, zone: 'UTC' }, now).starts.length).toBeGreaterThan(0)
})

test('weeks begin on Monday', () => {
  expect(startOfWeek(new Date('2026-11-23T00:00:00Z')).toISOString()).toBe('2026-11-23T00:00:00.000Z')
  expect(startOfWeek(new Date('2026-11-22T23:59:59Z')).toISOString()).toBe('2026-11-16T00:00:00.000Z')
})

test('a change is a share of what was before, and nothing where nothing was', () => {
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(5, 0)).toBeNull()
})
