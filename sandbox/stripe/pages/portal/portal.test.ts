// Tests the customer portal and the invoice page as people use them.
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStripe, prepareSale } from '../../stripe.fixture.ts'

let bank: Awaited<ReturnType<typeof openStripe>>
let sale: Awaited<ReturnType<typeof prepareSale>>
let yearly: Stripe.Price
beforeEach(async () => {
  bank = await openStripe()
  sale = await prepareSale(bank.stripe)
  const recurring = { interval: 'year' as const }
  yearly = await bank.stripe.prices.create({ product: sale.product.id, currency: 'usd', unit_amount: 9000, recurring })
})
afterEach(() => bank.close())

async function subscribe(card?: string): Promise<Stripe.Subscription> {
  const session = await bank.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: sale.customer.id,
    line_items: [{ price: sale.price.id, quantity: 1 }],
    success_url: 'http://shop.test/done',
  })
  await bank.pay(session.url ?? '', card === undefined ? {} : { card })
  return readSubscription()
}

async function readSubscription(): Promise<Stripe.Subscription> {
  const [subscription] = (await bank.stripe.subscriptions.list({ customer: sale.customer.id })).data
  if (!subscription) throw new Error('There is no subscription.')
  return subscription
}

async function openPortal(): Promise<string> {
  const configuration = await bank.stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: [{ product: sale.product.id, prices: [sale.price.id, yearly.id] }],
      },
    },
  })
  const session = await bank.stripe.billingPortal.sessions.create({
    customer: sale.customer.id,
    configuration: configuration.id,
    return_url: 'http://shop.test/subscription',
  })
  return session.url
}

const readPage = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a subscription is canceled at the end of its period, and kept again', async () => {
  await subscribe()
  const url = await openPortal()
  const page = await bank.visit(url)
  expect(readPage(page.text)).toMatch(/Personal \$9\.00 per month Active: renews on/)
  expect(page.text).toContain('href="http://shop.test/subscription"')
  const canceled = await bank.submit(page, { subscription: (await readSubscription()).id }, '/cancel')
  expect(readPage(canceled.text)).toMatch(/Canceled: ends on/)
  const { cancel_at_period_end: atEnd, cancel_at: at } = await readSubscription()
  expect(atEnd || at !== null).toBe(true)
  await bank.submit(canceled, { subscription: (await readSubscription()).id }, '/resume')
  expect(await readSubscription()).toMatchObject({ cancel_at_period_end: false, cancel_at: null, status: 'active' })
})

test('the plan changes to one that the configuration lists', async () => {
  const { id } = await subscribe()
  const page = await bank.visit(await openPortal())
  await bank.submit(page, { subscription: id, price: yearly.id }, '/plan')
  expect((await readSubscription()).items.data[0]?.price.id).toBe(yearly.id)
  const other = await bank.stripe.prices.create({
    product: sale.product.id,
    currency: 'usd',
    unit_amount: 1,
    recurring: { interval: 'month' },
  })
  const refused = await bank.submit(page, { subscription: id, price: other.id }, '/plan')
  expect(refused.problem).toMatch(/can’t be changed/)
})

test('nobody changes a subscription of somebody else', async () => {
  const { id } = await subscribe()
  const stranger = await bank.stripe.customers.create({ email: 'eve@example.com' })
  await openPortal()
  const session = await bank.stripe.billingPortal.sessions.create({ customer: stranger.id, return_url: 'http://shop.test/' })
  const response = await bank.visit(`${session.url}/cancel`, { subscription: id })
  expect(response.problem).toMatch(/can’t be changed/)
  expect((await readSubscription()).cancel_at_period_end).toBe(false)
})

test('a new card is saved for later payments, a declined one is not', async () => {
  await subscribe()
  const url = await openPortal()
  const declined = await bank.submit(await bank.visit(url), { card: '4000 0000 0000 0002' }, '/card')
  expect(declined.problem).toMatch(/declined/)
  const saved = await bank.submit(await bank.visit(url), { card: '5555 5555 5555 4444' }, '/card')
  expect(readPage(saved.text)).toMatch(/the card ending in 4444/)
  await bank.sim('clock', { advance: '32d' })
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 1800 } })
})

test('invoices are listed, shown, and downloaded as PDF', async () => {
  await subscribe()
  const page = await bank.visit(await openPortal())
  const [invoice] = (await bank.stripe.invoices.list({ customer: sale.customer.id })).data
  expect(page.text).toContain(`href="/i/${invoice?.id}"`)
  const shown = await bank.visit(invoice?.hosted_invoice_url ?? '')
  expect(readPage(shown.text)).toMatch(/Paid Invoice .*Amount due \$9\.00 Paid \$9\.00/)
  const file = await fetch(invoice?.invoice_pdf ?? '')
  expect([file.headers.get('content-type'), (await file.text()).slice(0, 8)]).toEqual(['application/pdf', '%PDF-1.4'])
})

test('a payment has a receipt that names its invoice and what was given back', async () => {
  await subscribe()
  const [charge] = (await bank.stripe.charges.list({ customer: sale.customer.id })).data
  const [invoice] = (await bank.stripe.invoices.list({ customer: sale.customer.id })).data
  await bank.stripe.refunds.create({ charge: charge?.id ?? '', amount: 400 })
  const receipt = await bank.visit(charge?.receipt_url ?? '')
  expect(readPage(receipt.text)).toMatch(/Receipt for \$9\.00 .*ending in 4242 Refunded \$4\.00/)
  expect(receipt.text).toContain(`href="/i/${invoice?.id}"`)
  expect((await bank.visit(`${bank.url}/receipts/ch_none`)).status).toBe(404)
})

test('a renewal that fails is paid on the page of its invoice, also with a confirmation at the bank', async () => {
  await subscribe()
  const url = await openPortal()
  await bank.submit(await bank.visit(url), { card: '4000 0000 0000 0341' }, '/card')
  await bank.sim('clock', { advance: '32d' })
  expect((await readSubscription()).status).toBe('past_due')
  const [open] = (await bank.stripe.invoices.list({ customer: sale.customer.id, status: 'open' })).data
  const page = await bank.visit(open?.hosted_invoice_url ?? '')
  expect(readPage(page.text)).toMatch(/Payment due .*Pay \$9\.00/)
  expect((await bank.submit(page, { use: 'saved' })).problem).toMatch(/declined/)
  const failed = await bank.submit(page, { card: '4000 0027 6000 3184' }).then(bankPage => bank.submit(bankPage, { outcome: 'fail' }))
  expect([failed.url, failed.problem !== null]).toEqual([open?.hosted_invoice_url, true])
  const paid = await bank.pay(open?.hosted_invoice_url ?? '', { card: '4000 0027 6000 3184' })
  expect(readPage(paid.text)).toMatch(/Paid Invoice/)
  expect((await readSubscription()).status).toBe('active')
  expect((await bank.sim('ledger')).body).toMatchObject({ total: { usd: 1800 } })
})

test('a page of the portal lasts an hour', async () => {
  await subscribe()
  const url = await openPortal()
  await bank.sim('clock', { advance: '61m' })
  expect((await bank.visit(url)).status).toBe(410)
})
