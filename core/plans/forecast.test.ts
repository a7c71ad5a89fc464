// Tests the forecast of a month's deliveries.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastUsage } from './forecast.ts'

test.each([
  ['in the first days', 50, '2026-03-03T23:59:59Z', null],
  ['after three days', 30, '2026-03-04T00:00:00Z', 310],
  ['in the middle', 100, '2026-04-16T00:00:00Z', 200],
  ['in a short month', 14, '2026-02-08T00:00:00Z', 56],
  ['at the end', 1000, '2026-12-31T23:59:59.999Z', 1000],
  ['without a delivery', 0, '2026-03-20T00:00:00Z', 0],
])('%s, %i deliveries on %s forecast %j', (_, used, now, forecast) => {
  expect(forecastUsage(used, new Date(now))).toBe(forecast)
})

test('the forecast is never less than what is used, and grows with it', () => {
  const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), at, (used, more, now) => {
      const forecast = forecastUsage(used, now)
      expect(forecast === null).toBe(now.getUTCDate() <= 3)
      if (forecast === null) return
      expect(forecast).toBeGreaterThanOrEqual(used)
      expect(forecastUsage(used + more, now) ?? 0).toBeGreaterThanOrEqual(forecast)
    }),
  )
})
