// Tests what an owner may do in every state of a subscription, and that a month's counter always adds up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allowance, allowanceOf, applyUsage, type Counter, monthOf, nextMonthOf, reserveAllowance } from './allowance.ts'
import { type PlanLimits, selfHosted } from './plans.ts'
import { SubscriptionState } from './subscription.ts'

const now = new Date('2026-03-15T12:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
const unlimited = selfHosted.limits
const free: PlanLimits = { ...unlimited, mailboxes: 1, deliveriesPerMonth: 100, instant: false }
const bought: PlanLimits = { ...unlimited, mailboxes: 10, deliveriesPerMonth: 5000 }
const terms = { free, graceDays: 7 }
const counterOf = (delivered: number, reserved = 0): Counter => ({ reserved, delivered, returned: 0 })
const april = new Date('2026-04-01T00:00:00Z')

type Subscription = NonNullable<Parameters<typeof allowanceOf>[0]>
const inState = (state: SubscriptionState, more: Partial<Subscription> = {}): Subscription => ({
  ...{ state, limits: bought, currentPeriodEnd: days(10), pastDueSince: null },
  ...more,
})
const late = (state: SubscriptionState, sinceDays: number) => inState(state, { pastDueSince: days(-sinceDays) })

describe('what applies', () => {
  test.each<[string, Subscription | null, PlanLimits, Allowance['delivery'], Allowance['reason'], Date | null]>([
    ['no subscription', null, free, 'single', null, null],
    ['a first payment that is not complete', inState('pending'), free, 'single', null, null],
    ['a trial', inState('trialing'), bought, 'single', null, null],
    ['a paid subscription', inState('active'), bought, 'single', null, null],
    ['a payment missing since yesterday', late('past_due', 1), bought, 'digest', 'payment_failed', days(6)],
    ['the last moment of grace', late('past_due', 6.999), bought, 'digest', 'payment_failed', days(0.001)],
    ['the end of grace', late('past_due', 7), free, 'single', 'payment_missing', null],
    ['a payment missing since an unknown day', inState('past_due'), bought, 'digest', 'payment_failed', null],
    ['retries that ended', late('suspended', 1), free, 'single', 'payment_missing', null],
    ['a pause', inState('paused'), free, 'single', 'paused', null],
    ['an end', inState('ended'), free, 'single', 'ended', null],
    ['an unknown state of somebody who paid', inState('unknown'), bought, 'single', null, null],
    ['an unknown state, payment missing', late('unknown', 2), bought, 'digest', 'payment_failed', days(5)],
    ['an unknown state, payment missing for long', late('unknown', 8), free, 'single', 'payment_missing', null],
    ['an unknown state of somebody who never paid', inState('unknown', { currentPeriodEnd: null }), free, 'single', null, null],
  ])('with %s', (_, subscription, limits, delivery, reason, until) => {
    expect(allowanceOf(subscription, counterOf(0), now, terms)).toEqual({
      ...{ limits, source: limits === bought ? 'bought' : 'free', delivery, reason, until },
      remaining: limits.deliveriesPerMonth,
    })
  })

  test.each<[string, Subscription | null, Counter, Partial<Allowance>]>([
    ['one left', null, counterOf(90, 9), { remaining: 1, delivery: 'single', reason: null }],
    ['none left', null, counterOf(100), { remaining: 0, delivery: 'digest', reason: 'allowance_used', until: april }],
    ['the rest on its way', null, counterOf(60, 40), { remaining: 0, delivery: 'digest', reason: 'allowance_used' }],
    ['more than the limit, after a downgrade', null, counterOf(400), { remaining: 0, delivery: 'digest', reason: 'allowance_used' }],
    ['a bought plan used up', inState('active'), counterOf(5000), { remaining: 0, delivery: 'digest', until: april }],
    ['a paused plan and the free one used up', inState('paused'), counterOf(100), { delivery: 'digest', reason: 'allowance_used' }],
    ['in grace, used up too', late('past_due', 1), counterOf(5000), { delivery: 'digest', reason: 'payment_failed', until: days(6) }],
    ['no limit', inState('active', { limits: unlimited }), counterOf(1e9), { remaining: null, delivery: 'single', until: null }],
  ])('with %s', (_, subscription, counter, expected) => {
    expect(allowanceOf(subscription, counter, now, terms)).toMatchObject(expected)
  })
})

const anyCounter = fc.record({ reserved: fc.nat(6000), delivered: fc.nat(6000), returned: fc.nat(100) })
const anySubscription = fc.record({
  state: fc.constantFrom(...SubscriptionState.options),
  limits: fc.constantFrom(bought, unlimited, free, { ...bought, deliveriesPerMonth: 0 }),
  currentPeriodEnd: fc.option(fc.date({ noInvalidDate: true })),
  pastDueSince: fc.option(fc.date({ noInvalidDate: true })),
})

test('for any subscription, usage and time there is an answer: in grace always the digest, once paid never for the payment', () => {
  fc.assert(
    fc.property(fc.option(anySubscription), anyCounter, fc.date({ noInvalidDate: true }), (subscription, counter, at) => {
      const allowance = allowanceOf(subscription, counter, at, terms)
      expect([free, subscription?.limits]).toContain(allowance.limits)
      if (allowance.reason === 'payment_failed') expect(allowance.delivery).toBe('digest')
      if (allowance.delivery === 'digest') expect(allowance.reason).toMatch(/^(payment_failed|allowance_used)$/)
      if (allowance.delivery === 'single') expect(allowance.remaining).not.toBe(0)
      if (!subscription) return
      const { deliveriesPerMonth: limit } = subscription.limits
      const paid = allowanceOf({ ...subscription, state: 'active', pastDueSince: null }, counter, at, terms)
      expect(paid.limits).toEqual(subscription.limits)
      expect(paid.delivery).toBe(limit === null || counter.reserved + counter.delivered < limit ? 'single' : 'digest')
    }),
  )
})

describe('the counter of a month', () => {
  const reserve = (limit: number | null, counter: Counter, wanted: number) => {
    const own = { free: { ...free, deliveriesPerMonth: limit }, graceDays: 7 }
    return reserveAllowance(allowanceOf(null, counter, now, own), counter, wanted)
  }

  test.each<[number | null, Counter, number, number]>([
    [10, counterOf(0), 3, 3],
    [10, counterOf(4, 4), 3, 2],
    [10, counterOf(10), 1, 0],
    [10, counterOf(8, 5), 1, 0],
    [0, counterOf(0), 1, 0],
    [null, counterOf(1e9, 1e6), 500, 500],
  ])('with a limit of %j and %j used, of %i wanted %i are granted', (limit, counter, wanted, granted) => {
    expect(reserve(limit, counter, wanted)).toEqual({
      granted,
      held: granted < wanted ? 'allowance_used' : null,
      counter: { ...counter, reserved: counter.reserved + granted },
    })
  })

  test('in grace nothing is granted, although deliveries are left', () => {
    const allowance = allowanceOf(late('past_due', 1), counterOf(0), now, terms)
    expect(reserveAllowance(allowance, counterOf(0), 3)).toEqual({ granted: 0, held: 'payment_failed', counter: counterOf(0) })
  })

  test('a delivery that arrives counts, one that does not is given back, and one that arrives late counts after all', () => {
    const counter = { reserved: 2, delivered: 3, returned: 1 }
    expect(applyUsage(counter, 'delivered')).toEqual({ reserved: 1, delivered: 4, returned: 1 })
    expect(applyUsage(counter, 'returned')).toEqual({ reserved: 1, delivered: 3, returned: 2 })
    expect(applyUsage(counter, 'delivered_after_return')).toEqual({ reserved: 2, delivered: 4, returned: 0 })
    expect(applyUsage(counter, 'unused')).toEqual({ reserved: 1, delivered: 3, returned: 1 })
  })

  test('however deliveries end, nothing stays reserved and usage never exceeds the limit', () => {
    const outcomes = fc.array(fc.constantFrom('delivered' as const, 'returned' as const, 'unused' as const), { maxLength: 40 })
    fc.assert(
      fc.property(fc.nat(20), outcomes, (limit, ends) => {
        let counter = counterOf(0)
        const open: typeof ends = []
        for (const end of ends) {
          const asked = reserve(limit, counter, 1)
          counter = asked.counter
          if (asked.granted) open.push(end)
          if (open.length > 3) counter = applyUsage(counter, open.shift() ?? 'returned')
          expect(counter.reserved).toBe(open.length)
          expect(counter.reserved + counter.delivered).toBeLessThanOrEqual(limit)
        }
        for (const end of open) counter = applyUsage(counter, end)
        expect(counter.reserved).toBe(0)
        expect(counter.delivered).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

test.each([
  ['2026-03-31T23:59:59Z', '2026-03', '2026-04-01T00:00:00.000Z'],
  ['2026-04-01T00:00:00Z', '2026-04', '2026-05-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59Z', '2026-12', '2027-01-01T00:00:00.000Z'],
])('%s is in the month %s, and the next begins at %s', (at, month, next) => {
  expect([monthOf(new Date(at)), nextMonthOf(new Date(at)).toISOString()]).toEqual([month, next])
})
