// Tests that the better of a gift and a subscription applies, and that a gift stops at its end.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowanceOf, type Counter } from './allowance.ts'
import { betterLimits, hasSameLimits, type PlanGift } from './gift.ts'
import { type PlanLimits, selfHosted } from './plans.ts'
import { SubscriptionState } from './subscription.ts'

const now = new Date('2026-03-15T12:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
const free: PlanLimits = { ...selfHosted.limits, mailboxes: 1, deliveriesPerMonth: 60, instant: false, apiKeys: false }
const personal: PlanLimits = { ...selfHosted.limits, mailboxes: 3, deliveriesPerMonth: 1000, apiKeys: false }
const business: PlanLimits = { ...selfHosted.limits, mailboxes: 10, deliveriesPerMonth: 10_000 }
const terms = { free, graceDays: 7 }
const unused: Counter = { reserved: 0, delivered: 0, returned: 0 }
type Subscription = NonNullable<Parameters<typeof allowanceOf>[0]>
const bought = (state: SubscriptionState, limits = personal, pastDueSince: Date | null = null): Subscription => ({
  ...{ state, limits, currentPeriodEnd: days(10), pastDueSince },
})
const gift = (limits: PlanLimits, endsAt: Date | null = null): PlanGift => ({ limits, endsAt })

describe('what applies', () => {
  test.each<[string, Subscription | null, PlanGift | null, PlanLimits, string]>([
    ['no subscription and no gift', null, null, free, 'free'],
    ['a gift without end', null, gift(business), business, 'gift'],
    ['a gift that still runs', null, gift(business, days(1)), business, 'gift'],
    ['a gift in its last moment', null, gift(business, new Date(now.getTime() + 1)), business, 'gift'],
    ['a gift that ends now', null, gift(business, now), free, 'free'],
    ['a gift that is over', null, gift(business, days(-1)), free, 'free'],
    ['a gift that is larger than what was bought', bought('active'), gift(business), business, 'gift'],
    ['a gift that is smaller than what was bought', bought('active', business), gift(personal), business, 'bought'],
    ['the same plan given and bought', bought('active'), gift(personal), personal, 'bought'],
    ['a gift after a subscription has ended', bought('ended'), gift(personal), personal, 'gift'],
    ['a gift during a pause', bought('paused', business), gift(personal), personal, 'gift'],
    ['a gift before the first payment', bought('pending', business), gift(personal), personal, 'gift'],
  ])('with %s', (_, subscription, given, limits, source) => {
    expect(allowanceOf(subscription, unused, now, terms, given)).toMatchObject({ limits, source, delivery: 'single', reason: null })
  })

  test('while a payment is missing, emails come one by one as far as the gift allows', () => {
    const late = bought('past_due', business, days(-1))
    expect(allowanceOf(late, unused, now, terms)).toMatchObject({ delivery: 'digest', reason: 'payment_failed' })
    const given = allowanceOf(late, unused, now, terms, gift(personal))
    expect(given).toMatchObject({ delivery: 'single', reason: null, remaining: 1000, limits: { mailboxes: 10 } })
    const used = { ...unused, delivered: 1000 }
    expect(allowanceOf(late, used, now, terms, gift(personal))).toMatchObject({ delivery: 'digest', reason: 'allowance_used' })
  })
})

const anyLimits = fc.constantFrom(free, personal, business, selfHosted.limits, { ...personal, apiKeys: true, deliveriesPerMonth: 5 })
const anyCase = fc.record({
  state: fc.constantFrom(...SubscriptionState.options),
  limits: anyLimits,
  given: anyLimits,
  endsAt: fc.option(fc.integer({ min: -5, max: 5 })),
  lateDays: fc.option(fc.integer({ min: 0, max: 10 })),
})

/** Whether a decision never ignores a gift that runs, and never lets one that is over count. */
function isRight(decide: typeof allowanceOf): boolean {
  const property = fc.property(anyCase, ({ state, limits, given, endsAt, lateDays }) => {
    const subscription = bought(state, limits, lateDays === null ? null : days(-lateDays))
    const with_ = decide(subscription, unused, now, terms, gift(given, endsAt === null ? null : days(endsAt)))
    const without = allowanceOf(subscription, unused, now, terms)
    if (endsAt !== null && endsAt <= 0) return with_.delivery === without.delivery && hasSameLimits(with_.limits, without.limits)
    // In a grace period, deliveries are the gift's own.
    const least = without.reason === 'payment_failed' ? given : without.limits
    const hasAll = hasSameLimits(betterLimits(with_.limits, given), with_.limits)
    return hasAll && hasSameLimits(betterLimits(with_.limits, least), with_.limits) && with_.delivery === 'single'
  })
  return !fc.check(property, { numRuns: 2000 }).failed
}

test('a gift is never ignored, never outlives its end, and never takes anything away; planted bugs are caught', () => {
  expect(isRight(allowanceOf)).toBe(true)
  expect(isRight((subscription, counter, at, t) => allowanceOf(subscription, counter, at, t, null))).toBe(false)
  expect(
    isRight((subscription, counter, at, t, given) => allowanceOf(subscription, counter, at, t, given && { ...given, endsAt: null })),
  ).toBe(false)
  expect(isRight((_, counter, at, t, given) => allowanceOf(null, counter, at, t, given))).toBe(false)
})
