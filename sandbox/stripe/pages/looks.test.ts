// Tests the hosted pages in a browser: in four looks without complaints, by keyboard, and without scripts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { launchOptions } from '../../../test/chromium.ts'
import { openStripe, prepareSale } from '../stripe.fixture.ts'
import { listenForEvents } from '../webhooks/listener.fixture.ts'

let bank: Awaited<ReturnType<typeof openStripe>>
let browser: Browser
/** Answers anything, at another origin. */
let shop: Awaited<ReturnType<typeof listenForEvents>>
let pages: Record<'checkout' | 'trial' | 'portal' | 'invoice' | 'bank' | 'paid' | 'receipt' | 'missing', string>
beforeAll(async () => {
  bank = await openStripe()
  shop = await listenForEvents()
  browser = await chromium.launch(launchOptions)
  pages = await prepare()
})
afterAll(async () => {
  await browser.close()
  await bank.close()
  await shop.close()
})

/** A customer whose renewal has failed and waits for the bank. */
async function prepare(): Promise<typeof pages> {
  const { customer, price } = await prepareSale(bank.stripe)
  const startCheckout = async (trialDays?: number) => {
    const session = await bank.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      allow_promotion_codes: true,
      success_url: `${shop.url}/done`,
      cancel_url: 'http://shop.test/pricing',
      ...(trialDays !== undefined && { subscription_data: { trial_period_days: trialDays } }),
    })
    return session.url ?? ''
  }
  const openPortal = async () =>
    (await bank.stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://shop.test/' })).url
  await bank.pay(await startCheckout())
  await bank.submit(await bank.visit(await openPortal()), { card: '4000 0000 0000 0341' }, '/card')
  await bank.sim('clock', { advance: '32d' })
  const invoices = (await bank.stripe.invoices.list({ customer: customer.id })).data
  const pageOf = (status: string) => invoices.find(invoice => invoice.status === status)?.hosted_invoice_url ?? ''
  const receipts = (await bank.stripe.charges.list({ customer: customer.id })).data.map(charge => charge.receipt_url)
  const atBank = await bank.pay(pageOf('open'), { card: '4000 0027 6000 3184', bank: 'leave' })
  return {
    checkout: await startCheckout(),
    trial: await startCheckout(14),
    portal: await openPortal(),
    invoice: pageOf('open'),
    bank: atBank.url,
    paid: pageOf('paid'),
    receipt: receipts.find(url => url !== null) ?? '',
    missing: `${bank.url}/i/in_none`,
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const findings = "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' at ' + html)))"
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

async function complaintsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const sidewaysPx = z.number().parse(await page.evaluate(overflow))
  return [...(sidewaysPx > 0 ? [`scrolls sideways by ${sidewaysPx} px`] : []), ...z.array(z.string()).parse(await page.evaluate(findings))]
}

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('no page has anything that axe complains about, or scrolls sideways, at %s px in %s', async (width, colorScheme) => {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
  const page = await context.newPage()
  for (const [name, url] of Object.entries(pages)) {
    await page.goto(url)
    expect([name, ...(await complaintsOf(page))]).toEqual([name])
  }
  await context.close()
})

test('without scripts, a declined card is named and focused, and a double click on the next one pays once', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pages.checkout)
  await page.getByLabel('Card number').fill('4000 0000 0000 9995')
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('Your card has insufficient funds.')
  expect(await page.locator(':focus').getAttribute('name')).toBe('card')
  await page.keyboard.type('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay $9.00' }).dblclick()
  await page.waitForURL(`${shop.url}/done`)
  const session = await bank.stripe.checkout.sessions.retrieve(pages.checkout.split('/').at(-1) ?? '')
  expect(session.status).toBe('complete')
  await context.close()
})
