// Tests that the Stripe stand-in keeps its state over restarts, and makes up for the time in between.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSandboxClock } from '../clock.ts'
import { moneyOf } from './money.ts'
import { startStripe } from './start.ts'
import { prepareSale, stripeClient } from './stripe.fixture.ts'

test('after a kill everything is still there, and renewals of the time in between are made up for', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-'))
  const start = Date.UTC(2027, 0, 10) - Date.now()
  const before = openSandboxClock(start)
  const first = await startStripe({ port: 0, webhookUrl: null, clock: before, dataDir })
  const stripe = stripeClient(first.url)
  const { price } = await prepareSale(stripe)
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' })
  const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data
  const { id } = await stripe.subscriptions.create(
    { customer: customer.id, items: [{ price: price.id }], default_payment_method: method?.id ?? '' },
    { idempotencyKey: 'one' },
  )
  // The second process never learns how the first one ended.
  const after = openSandboxClock(start + 32 * 86_400_000)
  const second = await startStripe({ port: 0, webhookUrl: null, clock: after, dataDir })
  const again = stripeClient(second.url)
  await expect.poll(async () => (await again.invoices.list({ subscription: id })).data.map(one => one.status)).toEqual(['paid', 'paid'])
  expect(moneyOf(second.world).total).toEqual({ usd: 1800 })
  // The event of the first payment is more than 30 days old.
  expect((await again.events.list({ type: 'invoice.paid' })).data).toHaveLength(1)
  expect((await again.customers.create()).id).not.toBe(customer.id)
  for (const standIn of [first, second]) await standIn.stop()
  for (const clock of [before, after]) clock.stop()
  rmSync(dataDir, { recursive: true })
})
