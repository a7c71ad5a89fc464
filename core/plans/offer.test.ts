// Tests which plans are offered, in which currency and in which order.
import { expect, test } from 'vitest'
import { offerPlans } from './offer.ts'
import { type Plan, type Price, selfHosted } from './plans.ts'

const plan = (id: string, prices: Price[]): Plan => ({ ...selfHosted, id, names: { en: id }, prices, version: 1 })
const monthly = (amount: number, currency = 'usd'): Price => ({ interval: 'month', amount, currency })
const yearly = (amount: number, currency = 'usd'): Price => ({ interval: 'year', amount, currency })

const plans = [plan('business', [yearly(20_000), monthly(2000)]), plan('only_eur', [monthly(100, 'eur')]), plan('free', [])]

test('plans are offered cheapest first, with their prices in the currency of the server only', () => {
  const personal = plan('personal', [yearly(4800), monthly(500), monthly(450, 'eur')])
  const { items } = offerPlans('stripe', [...plans, personal], 'usd')
  expect(items.map(({ id, prices }) => [id, prices])).toEqual([
    ['free', []],
    ['personal', [monthly(500), yearly(4800)]],
    ['business', [monthly(2000), yearly(20_000)]],
  ])
})

test('a plan that cannot be bought in the currency of the server is left out, unless it is the free one', () => {
  expect(offerPlans('invoice', plans, 'gbp').items.map(({ id }) => id)).toEqual(['free'])
})

test('nothing but the public terms is offered', () => {
  const published = { ...plan('free', []), isSold: true, publishedAt: new Date(0) }
  expect(Object.keys(offerPlans('stripe', [published], 'usd').items[0] ?? {}).toSorted()).toEqual(
    ['id', 'limits', 'names', 'prices', 'trialDays', 'version'].toSorted(),
  )
})
