// Tests coupons at Stripe against the stand-in: made, listed, used at a checkout for the right plans only, counted and deactivated.
import { afterEach, expect, test } from 'vitest'
import { openSandboxClock } from '../../../sandbox/clock.ts'
import { startStripe } from '../../../sandbox/stripe/start.ts'
import { payByCard } from '../../../sandbox/stripe/visitor.fixture.ts'
import { openOutside } from '../../foundation/outside.ts'
import { contractPlans } from '../provider.fixture.ts'
import type { NewCoupon } from '../provider.ts'
import { openStripe } from './open.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function open() {
  const clock = openSandboxClock()
  const standIn = await startStripe({ port: 0, webhookUrl: null, clock, settings: {} })
  stops.push(async () => {
    await standIn.stop()
    clock.stop()
  })
  const stripe = { url: standIn.url, secretKey: 'sk_test_sandbox', webhookSecrets: [], tax: false, timeoutMs: 5000 }
  const provider = openStripe({ outside: openOutside({ allow: [], loopback: true }), stripe, publicUrl: 'https://mailferry.example' })
  const { coupons } = provider
  if (!coupons) throw new Error('Stripe has coupons.')
  const prices = new Map<string, string>()
  for (const plan of [contractPlans.small, contractPlans.large])
    for (const price of await provider.publishPrices(plan)) prices.set(`${plan.id} ${price.interval}`, price.priceRef)
  let n = 0
  const begin = async (planId: 'small' | 'large') => {
    n += 1
    const [ownerId, checkoutId] = [crypto.randomUUID(), crypto.randomUUID()]
    const customerRef = await provider.createCustomer({ ownerId, email: `anna${n}@example.com`, language: 'en' })
    const checkout = await provider.startCheckout({
      ...{ ownerId, customerRef, priceRef: prices.get(`${planId} month`) ?? '', trialDays: 0, checkoutId, language: 'en', key: checkoutId },
      ...{ returnUrl: 'https://mailferry.example/back', cancelUrl: 'https://mailferry.example/back' },
    })
    const totalOf = async () => (await provider.readCustomer(customerRef))?.invoices[0]?.total
    return { checkout, totalOf }
  }
  return { coupons, begin, clock }
}

const terms = (more: Partial<NewCoupon> = {}): NewCoupon => ({
  ...{ code: 'AUTUMN', percent: 20, amount: null, duration: 'once', months: null, maxRedemptions: null, expiresAt: null, planIds: [] },
  ...more,
})

test('a coupon is listed as it was made, page by page, newest first', async () => {
  const { coupons, clock } = await open()
  const expiresAt = new Date(Math.floor(clock.now() / 1000) * 1000 + 86_400_000)
  const large = terms({
    code: 'LARGE',
    percent: null,
    amount: { amount: 300, currency: 'usd' },
    duration: 'months',
    months: 3,
    planIds: ['large'],
  })
  const made = await coupons.create({ ...large, maxRedemptions: 5, expiresAt, key: crypto.randomUUID() })
  expect(made).toMatchObject({ ...large, maxRedemptions: 5, expiresAt, isActive: true, redemptions: 0 })
  await coupons.create({ ...terms(), key: crypto.randomUUID() })
  const first = await coupons.list({ after: null, limit: 1 })
  expect(first).toMatchObject({ coupons: [{ code: 'AUTUMN', percent: 20, planIds: [] }], hasMore: true })
  expect(await coupons.list({ after: first.coupons[0]?.ref ?? '', limit: 1 })).toEqual({ coupons: [made], hasMore: false })
})

test('the same request makes one coupon, and a code in use is refused', async () => {
  const { coupons } = await open()
  const key = crypto.randomUUID()
  const made = await coupons.create({ ...terms(), key })
  expect(await coupons.create({ ...terms(), key })).toEqual(made)
  await expect(coupons.create({ ...terms(), key: crypto.randomUUID() })).rejects.toMatchObject({ kind: 'refused' })
})

test('a code makes the plan cheaper that it is for, is counted, and is of no use for another plan or once deactivated', async () => {
  const { coupons, begin } = await open()
  const { ref } = await coupons.create({ ...terms({ planIds: ['large'] }), key: crypto.randomUUID() })
  const small = await begin('small')
  expect((await payByCard(small.checkout.url, { code: 'AUTUMN' })).problem).toMatch(/invalid/)
  expect((await coupons.list({ after: null, limit: 5 })).coupons[0]?.redemptions).toBe(0)
  const large = await begin('large')
  await payByCard(large.checkout.url, { code: 'autumn' })
  expect(await large.totalOf()).toBe(1600)
  expect((await coupons.list({ after: null, limit: 5 })).coupons[0]).toMatchObject({ redemptions: 1, isActive: true })
  expect(await coupons.deactivate(ref)).toMatchObject({ isActive: false, redemptions: 1 })
  const late = await begin('large')
  expect((await payByCard(late.checkout.url, { code: 'AUTUMN' })).problem).toMatch(/expired/)
})
