// Tests recurring revenue: what a subscription brings in, what a change of it means, and that currencies stay apart.
import { expect, test } from 'vitest'
import { lastMonths, monthlyRevenue, movementsOf, type PayingFacts, revenueEventOf, shareOf } from './revenue.ts'
import { type MonthChanges, netOf, rollUpMonths } from './revenue-months.ts'

const paying = (amount: number, more: Partial<PayingFacts> = {}): PayingFacts => ({
  ...{ state: 'active', interval: 'month', currency: 'usd', amount },
  ...more,
})

test.each<[string, PayingFacts, number]>([
  ['a month', paying(500), 500],
  ['a year, by twelve', paying(5000, { interval: 'year' }), 417],
  ['a missing payment, which is expected', paying(500, { state: 'past_due' }), 500],
  ['a trial', paying(500, { state: 'trialing' }), 0],
  ['a pause', paying(500, { state: 'paused' }), 0],
  ['what is unpaid', paying(500, { state: 'suspended' }), 0],
  ['an end', paying(500, { state: 'ended' }), 0],
])('%s counts', (_, facts, revenue) => {
  expect(monthlyRevenue(facts)).toBe(revenue)
})

test.each<[string, PayingFacts | null, PayingFacts | null, object[]]>([
  ['a first payment is new', null, paying(500), [{ kind: 'new', currency: 'usd', amount: 500 }]],
  ['a trial that is paid is new', paying(500, { state: 'trialing' }), paying(500), [{ kind: 'new', currency: 'usd', amount: 500 }]],
  ['a larger plan expands', paying(500), paying(1900), [{ kind: 'expansion', currency: 'usd', amount: 1400 }]],
  ['a cheaper year contracts', paying(500), paying(5000, { interval: 'year' }), [{ kind: 'contraction', currency: 'usd', amount: -83 }]],
  ['an end is churn', paying(500), paying(500, { state: 'ended' }), [{ kind: 'churn', currency: 'usd', amount: -500 }]],
  ['a renewal changes nothing', paying(500), paying(500), []],
  ['a failed payment changes nothing yet', paying(500), paying(500, { state: 'past_due' }), []],
  [
    'another currency is lost in one and won in the other',
    paying(500),
    paying(400, { currency: 'eur' }),
    [
      { kind: 'churn', currency: 'usd', amount: -500 },
      { kind: 'new', currency: 'eur', amount: 400 },
    ],
  ],
])('%s', (_, before, after, movements) => {
  expect(movementsOf(before, after)).toEqual(movements)
})

test('trials and payments are counted once, when they change', () => {
  expect(revenueEventOf('trialing', 'active')).toBe('trial_converted')
  expect(revenueEventOf('trialing', 'ended')).toBe('trial_lost')
  expect(revenueEventOf('active', 'past_due')).toBe('payment_failed')
  expect(revenueEventOf('past_due', 'suspended')).toBeNull()
  expect(revenueEventOf('suspended', 'active')).toBe('payment_recovered')
  expect(revenueEventOf('active', 'active')).toBeNull()
  expect(revenueEventOf(null, 'past_due')).toBeNull()
})

const changes = (month: string, currency: string, revenue: Partial<MonthChanges['revenue']>, started = 0, stopped = 0): MonthChanges => ({
  ...{ month, currency, started, stopped },
  revenue: { new: 0, expansion: 0, contraction: 0, churn: 0, ...revenue },
  events: { trial_converted: 0, trial_lost: 0, payment_failed: 0, payment_recovered: 0 },
})
const months = ['2026-01', '2026-02', '2026-03']
const current = [
  { currency: 'usd', revenue: 1900, paying: 1 },
  { currency: 'eur', revenue: 800, paying: 2 },
]
const changed = [
  changes('2026-02', 'usd', { new: 1000 }, 2),
  changes('2026-03', 'usd', { expansion: 1400, churn: -500 }, 0, 1),
  changes('2026-03', 'eur', { new: 300 }, 1),
]

/** Whether every month follows from the one before, in each currency alone, and the last one is what is paid now. */
function addsUp(rollUp: typeof rollUpMonths): boolean {
  const rolled = rollUp(months, current, changed)
  return current.every(({ currency, revenue, paying: count }) => {
    const own = rolled.filter(month => month.currency === currency)
    const last = own.at(-1)
    const follows = own.every((month, at) => {
      const before = own[at - 1]
      return !before || (month.total === before.total + netOf(month) && month.paying === before.paying + month.started - month.stopped)
    })
    const net = (all: readonly MonthChanges[]) => all.reduce((sum, month) => sum + netOf(month), 0)
    const hasAllOfItsOwn = net(own) === net(changed.filter(month => month.currency === currency))
    return own.length === months.length && last?.total === revenue && last.paying === count && follows && hasAllOfItsOwn
  })
}

test('each month follows from the one before it, currency by currency', () => {
  expect(
    rollUpMonths(months, current, changed).map(({ month, currency, total, paying: count }) => [month, currency, total, count]),
  ).toEqual([
    ['2026-01', 'eur', 500, 1],
    ['2026-02', 'eur', 500, 1],
    ['2026-03', 'eur', 800, 2],
    ['2026-01', 'usd', 0, 0],
    ['2026-02', 'usd', 1000, 2],
    ['2026-03', 'usd', 1900, 1],
  ])
  expect(addsUp(rollUpMonths)).toBe(true)
})

test('a roll-up that mixed currencies would be noticed', () => {
  const asDollars = <T extends { currency: string }>(rows: readonly T[]) => rows.map(row => ({ ...row, currency: 'usd' }))
  expect(addsUp((of, now, what) => rollUpMonths(of, asDollars(now), asDollars(what)))).toBe(false)
  expect(addsUp((of, now, what) => rollUpMonths(of, now, asDollars(what)))).toBe(false)
})

test('months are those of UTC, over the turn of a year, and a share of nothing is nothing', () => {
  expect(lastMonths(new Date('2027-01-31T23:59:59Z'), 3)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(shareOf(1, 4)).toBe(0.25)
  expect(shareOf(1, 0)).toBeNull()
})
