// Tests the checkout page as people use it: pay, be declined and try again, confirm at the bank, click twice, leave.
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStripe, prepareSale } from '../../stripe.fixture.ts'
import { eventually } from '../../webhooks/listener.fixture.ts'

let bank: Awaited<ReturnType<typeof openStripe>>
let sale: Awaited<ReturnType<typeof prepareSale>>
beforeEach(async () => {
  bank = await openStripe()
  sale = await prepareSale(bank.stripe)
})
afterEach(() => bank.close())

const returnUrl = 'http://shop.test/payment-callback?checkout={CHECKOUT_SESSION_ID}'

async function startCheckout(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await bank.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: sale.customer.id,
    line_items: [{ price: sale.price.id, quantity: 1 }],
    success_url: returnUrl,
    cancel_url: 'http://shop.test/pricing',
    ...more,
  })
  if (session.url === null) throw new Error('The session has no page.')
  return { id: session.id, url: session.url, done: returnUrl.replace('{CHECKOUT_SESSION_ID}', session.id) }
}

const subscriptions = async () => (await bank.stripe.subscriptions.list({ customer: sale.customer.id, status: 'all' })).data

const readPage = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('the page says what is bought, what it costs, and that no money moves', async () => {
  const { url } = await startCheckout()
  const page = await bank.visit(url)
  expect(page.status).toBe(200)
  expect(readPage(page.text)).toMatch(
    /No money moves.*Pay for Personal.*\$9\.00 per month.*Due today \$9\.00.*Pay \$9\.00.*4242 4242 4242 4242 Pays/,
  )
  expect(page.text).toContain('href="http://shop.test/pricing"')
  expect(page.text).not.toContain('<script')
})

test('a good card pays, leads back to the shop, and the subscription is active', async () => {
  const { id, url, done } = await startCheckout()
  expect((await bank.pay(url)).url).toBe(done)
  expect((await subscriptions()).map(one => one.status)).toEqual(['active'])
  const session = await bank.stripe.checkout.sessions.retrieve(id)
  expect([session.status, session.payment_status]).toEqual(['complete', 'paid'])
  await eventually(() => bank.types().includes('checkout.session.completed'))
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 900 } })
})

test.each([
  ['4000 0000 0000 0002', /declined/],
  ['4000 0000 0000 9995', /insufficient funds/],
  ['4000 0000 0000 0069', /expired/],
  ['4000 0000 0000 0127', /security code/],
  ['4000 0000 0000 0119', /processing/],
  ['4111 1111 1111 1111', /test/],
])('card %s is declined with its reason, and another one then pays', async (card, reason) => {
  const { id, url, done } = await startCheckout()
  const refused = await bank.pay(url, { card, name: 'Ada "A" <Lovelace>' })
  expect(refused.url).toBe(url)
  expect(refused.problem).toMatch(reason)
  expect(refused.text).toContain('value="Ada &#34;A&#34; &#60;Lovelace&#62;"')
  expect(refused.text).not.toMatch(/name="card"[^>]* value=/)
  expect((await bank.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect((await bank.sim('ledger')).body).toMatchObject({ total: {} })
  expect((await bank.visit(url)).problem).toBeNull()
  expect((await bank.pay(url)).url).toBe(done)
})

test.each([
  [{ card: '4242' }, /incomplete/],
  [{ expiry: '01 / 20' }, /in the past/],
  [{ expiry: '13 / 34' }, /month and year/],
  [{ cvc: '1' }, /3 or 4 digits/],
])('a mistake in the form is named: %o', async (fields, problem) => {
  const { url } = await startCheckout()
  expect((await bank.pay(url, fields)).problem).toMatch(problem)
})

test('at the bank, Complete pays and Fail leads back to another try', async () => {
  const { url, done } = await startCheckout()
  const card = '4000 0027 6000 3184'
  expect(readPage((await bank.pay(url, { card, bank: 'leave' })).text)).toMatch(/Confirm with your bank.*Complete.*Fail/)
  expect((await subscriptions()).filter(one => one.status === 'active')).toEqual([])
  const failed = await bank.pay(url, { card, bank: 'fail' })
  expect([failed.url, failed.problem !== null]).toEqual([url, true])
  expect((await bank.pay(url, { card, bank: 'complete' })).url).toBe(done)
  expect((await subscriptions()).filter(one => one.status === 'active')).toHaveLength(1)
})

test('paying twice at once charges once and leads both to the shop', async () => {
  const { url, done } = await startCheckout()
  const page = await bank.visit(url)
  const card = { card: '4242 4242 4242 4242' }
  const ends = await Promise.all([bank.submit(page, card), bank.submit(page, card), bank.submit(page, card)])
  expect(ends.map(end => end.url)).toEqual([done, done, done])
  expect(await subscriptions()).toHaveLength(1)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 900 } })
  expect(readPage((await bank.visit(url)).text)).toMatch(/This checkout is complete/)
})

test('a closed window leaves the checkout open for a day, then it expires', async () => {
  const { id, url } = await startCheckout()
  await bank.visit(url)
  await bank.sim('clock', { advance: '23h' })
  expect((await bank.visit(url)).status).toBe(200)
  await bank.sim('clock', { advance: '2h' })
  expect((await bank.stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
  const page = await bank.visit(url)
  expect([page.status, readPage(page.text)]).toEqual([410, expect.stringMatching(/expired.*Nothing was charged/)])
  await eventually(() => bank.types().includes('checkout.session.expired'))
})

test('a trial costs nothing today and, if wanted, needs no card', async () => {
  const trial = { subscription_data: { trial_period_days: 14 } }
  const withCard = await startCheckout(trial)
  expect(readPage((await bank.visit(withCard.url)).text)).toMatch(/14 days free, then \$9\.00 per month.*Due today \$0\.00.*Start trial/)
  const without = await startCheckout({ ...trial, payment_method_collection: 'if_required' })
  const page = await bank.visit(without.url)
  expect(page.text).not.toContain('name="card"')
  expect((await bank.pay(without.url, { card: null })).url).toBe(without.done)
  expect((await subscriptions()).map(one => one.status)).toEqual(['trialing'])
  expect((await bank.sim('ledger')).body).toMatchObject({ total: {} })
})

test('a promotion code lowers what is due; an unknown one is refused', async () => {
  const coupon = await bank.stripe.coupons.create({ percent_off: 50, duration: 'once' })
  await bank.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' })
  const { url, done } = await startCheckout({ allow_promotion_codes: true })
  const unknown = await bank.submit(await bank.visit(url), { code: 'NOPE' })
  expect(unknown.problem).toMatch(/code/i)
  const applied = await bank.submit(await bank.visit(url), { code: 'HALF' })
  expect(readPage(applied.text)).toMatch(/Discount −\$4\.50.*Due today \$4\.50/)
  expect((await bank.pay(url)).url).toBe(done)
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 450 } })
  expect((await bank.visit((await startCheckout()).url)).text).not.toContain('name="code"')
})

test('an unknown checkout is not found', async () => {
  expect((await bank.visit(`${bank.url}/c/pay/cs_test_none`)).status).toBe(404)
})
