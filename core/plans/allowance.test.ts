// Tests what a plan allows in a month, and that its counter always adds up.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUsage, type Counter, monthOf, reserveAllowance } from './allowance.ts'
import { selfHosted } from './plans.ts'

const plan = (allowance: number) => ({ ...selfHosted, allowance })

test.each<[number, Counter, number, number]>([
  [10, { reserved: 0, delivered: 0 }, 3, 3],
  [10, { reserved: 4, delivered: 4 }, 3, 2],
  [10, { reserved: 0, delivered: 10 }, 1, 0],
  [10, { reserved: 5, delivered: 8 }, 1, 0],
  [0, { reserved: 0, delivered: 0 }, 1, 0],
])('with an allowance of %i and %j used, of %i wanted %i are allowed', (allowance, counter, wanted, allowed) => {
  expect(reserveAllowance(plan(allowance), counter, wanted)).toEqual({
    allowed,
    counter: { ...counter, reserved: counter.reserved + allowed },
  })
})

test('the current plan allows everything, and counts it', () => {
  expect(reserveAllowance(selfHosted, { reserved: 1e6, delivered: 1e9 }, 500)).toEqual({
    allowed: 500,
    counter: { reserved: 1_000_500, delivered: 1e9 },
  })
})

test('a delivery that arrives counts as used, one that does not is released, and one that arrives late counts after all', () => {
  expect(applyUsage({ reserved: 2, delivered: 3 }, 'delivered')).toEqual({ reserved: 1, delivered: 4 })
  expect(applyUsage({ reserved: 2, delivered: 3 }, 'released')).toEqual({ reserved: 1, delivered: 3 })
  expect(applyUsage({ reserved: 2, delivered: 3 }, 'delivered_after_release')).toEqual({ reserved: 2, delivered: 4 })
})

test('however reservations end, nothing stays reserved and usage never exceeds the allowance', () => {
  const outcomes = fc.array(fc.constantFrom('delivered', 'released'), { maxLength: 40 })
  fc.assert(
    fc.property(fc.nat(20), outcomes, (allowance, ends) => {
      let counter: Counter = { reserved: 0, delivered: 0 }
      const open: ('delivered' | 'released')[] = []
      for (const end of ends) {
        const asked = reserveAllowance(plan(allowance), counter, 1)
        counter = asked.counter
        if (asked.allowed) open.push(end)
        if (open.length > 3) counter = applyUsage(counter, open.shift() ?? 'released')
        expect(counter.reserved).toBe(open.length)
      }
      for (const end of open) counter = applyUsage(counter, end)
      expect(counter.reserved).toBe(0)
      expect(counter.delivered).toBeLessThanOrEqual(allowance)
    }),
  )
})

test.each([
  ['2026-03-31T23:30:00Z', 'UTC', '2026-03'],
  ['2026-03-31T23:30:00Z', 'Europe/Berlin', '2026-04'],
  ['2026-01-01T03:00:00Z', 'America/New_York', '2025-12'],
])('%s in the time zone %s is in the month %s', (date, timeZone, month) => {
  expect(monthOf(new Date(date), timeZone)).toBe(month)
})

test('without a time zone, months are in UTC', () => {
  expect(monthOf(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12')
})
