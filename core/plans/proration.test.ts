// Tests what a change of plan costs, and when periods end.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodEnd } from './periods.ts'
import { kindOfChange, prorate } from './proration.ts'

const month = (amount: number) => ({ interval: 'month' as const, amount })
const year = (amount: number) => ({ interval: 'year' as const, amount })
const at = (text: string) => new Date(text)

const personal = (price: { interval: 'month' | 'year'; amount: number }) => ({ planId: 'personal', ...price })
const business = (price: { interval: 'month' | 'year'; amount: number }) => ({ planId: 'business', ...price })

test.each([
  [personal(month(490)), business(month(1900)), 'upgrade'],
  [business(month(1900)), personal(month(490)), 'downgrade'],
  [personal(month(490)), personal(year(4900)), 'upgrade'],
  [personal(year(4900)), personal(month(490)), 'downgrade'],
  [personal(year(4900)), business(month(1900)), 'upgrade'],
  [business(year(19_000)), personal(month(490)), 'downgrade'],
  [business(month(1900)), personal(year(1000)), 'downgrade'],
])('from %j to %j is an %s', (from, to, kind) => {
  expect(kindOfChange(from, to)).toBe(kind)
})

test('halfway through a month, half of the old plan is given back and half of the new one charged', () => {
  const period = { periodStart: at('2026-04-01T00:00:00Z'), periodEnd: at('2026-05-01T00:00:00Z') }
  const change = prorate({ ...period, from: month(490), to: month(1900), at: at('2026-04-16T00:00:00Z') })
  expect(change.lines.map(line => [line.kind, line.amount])).toEqual([
    ['unused', -245],
    ['remaining', 950],
  ])
  expect(change).toMatchObject({ due: 705, ...period })
})

test('from months to years a new period begins', () => {
  const period = { periodStart: at('2026-04-01T00:00:00Z'), periodEnd: at('2026-05-01T00:00:00Z') }
  expect(prorate({ ...period, from: month(490), to: year(4900), at: at('2026-04-01T00:00:00Z') })).toMatchObject({
    lines: [
      { kind: 'unused', amount: -490 },
      { kind: 'full', amount: 4900 },
    ],
    due: 4410,
    periodStart: at('2026-04-01T00:00:00Z'),
    periodEnd: at('2027-04-01T00:00:00Z'),
  })
})

test('an upgrade within the same interval never costs more than the difference, nor less than nothing', () => {
  const periodStart = at('2026-04-01T00:00:00Z')
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(30 * 86_400), (old, more, second) => {
      const when = new Date(periodStart.getTime() + second * 1000)
      const { due, lines } = prorate({
        from: month(old),
        to: month(old + more),
        periodStart,
        periodEnd: at('2026-05-01T00:00:00Z'),
        at: when,
      })
      expect(due).toBe(lines.reduce((sum, line) => sum + line.amount, 0))
      expect(due).toBeGreaterThanOrEqual(0)
      expect(due).toBeLessThanOrEqual(more)
    }),
  )
})

test.each([
  ['2026-01-31T10:00:00Z', 'month', undefined, '2026-02-28T10:00:00Z'],
  ['2026-02-28T10:00:00Z', 'month', '2026-01-31T10:00:00Z', '2026-03-31T10:00:00Z'],
  ['2026-02-28T10:00:00Z', 'month', '2026-01-28T10:00:00Z', '2026-03-28T10:00:00Z'],
  ['2026-04-30T10:00:00Z', 'month', '2026-01-31T10:00:00Z', '2026-05-31T10:00:00Z'],
  ['2026-12-15T10:00:00Z', 'month', undefined, '2027-01-15T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 'year', undefined, '2029-02-28T10:00:00Z'],
  ['2031-02-28T10:00:00Z', 'year', '2028-02-29T10:00:00Z', '2032-02-29T10:00:00Z'],
] as const)('a period from %s by %s (begun %s) ends at %s', (from, interval, anchor, end) => {
  expect(periodEnd(at(from), interval, anchor ? at(anchor) : undefined)).toEqual(at(end))
})
