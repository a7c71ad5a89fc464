// Tests refunds with the unmodified stripe-node: up to what was paid, and in the ledger of money.
import { expect, test } from 'vitest'
import { moneyOf } from '../money.ts'
import { idOrNull } from '../objects/ref.ts'
import { startStripe } from '../start.ts'
import { prepareSale, stripeClient } from '../stripe.fixture.ts'

test('refunds go up to what was paid, show on the charge, and are in the ledger', async () => {
  const standIn = await startStripe({ port: 0, webhookUrl: null })
  const stripe = stripeClient(standIn.url)
  const { price } = await prepareSale(stripe)
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' })
  const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data
  const { latest_invoice: latest } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method?.id ?? '',
  })
  const invoice = await stripe.invoices.retrieve(idOrNull(latest) ?? '', { expand: ['payments'] })
  const payment_intent = idOrNull(invoice.payments?.data[0]?.payment.payment_intent) ?? ''
  await stripe.refunds.create({ payment_intent, amount: 300 })
  expect(moneyOf(standIn.world).total).toEqual({ usd: 600 })
  await expect(stripe.refunds.create({ payment_intent, amount: 601 })).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  await stripe.refunds.create({ payment_intent })
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  expect(charge).toMatchObject({ amount_refunded: 900, refunded: true })
  expect(moneyOf(standIn.world)).toEqual({ total: { usd: 0 }, customers: { [customer.id]: { usd: 0 } } })
  await standIn.stop()
})
