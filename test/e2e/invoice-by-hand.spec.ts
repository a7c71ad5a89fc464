// Tests in the browser how a plan is bought where the operator writes invoices and records payments by hand.
import { readFileSync } from 'node:fs'
import { expectClean } from './axe.ts'
import { administrate, invoicesOf, newPayer, subscriptionOf } from './billing-people.ts'
import { shot } from './looks.ts'
import { expect, test } from './watched.ts'

const url = process.env['E2E_INVOICE_URL'] ?? 'http://localhost:8080'
test.use({ baseURL: url, timezoneId: 'UTC' })

test('who orders with an invoice reads how to pay it, and has the plan once an administrator has recorded the payment', async ({
  page,
}) => {
  const payer = await newPayer(page, url)
  await page.goto('/subscription')
  await page.getByRole('link', { name: 'Choose Business' }).click()
  await expect(page.getByText('You get an invoice, and the plan starts when your payment is recorded.')).toBeVisible()
  await page.getByRole('button', { name: 'Order with an invoice' }).dblclick()
  await expect(page.getByRole('heading', { level: 2, name: 'Your invoice is ready' })).toBeVisible()
  const howToPay = page.getByText('How to pay your invoice').locator('..')
  await expect(howToPay).toContainText('$19.00')
  const invoices = await invoicesOf(payer)
  expect(invoices).toMatchObject([{ state: 'open', total: { amount: 1900 } }])
  const number = invoices[0]?.number ?? ''
  await expect(howToPay).toContainText(number)
  await expect(howToPay).toContainText('Bank of Examples, account 1234')
  await shot(page, 'invoice-ready')
  await expectClean(page)
  expect((await subscriptionOf(payer)).plan.id).toBe('free')

  const settings = { BILLING_PROVIDER: 'invoice', BILLING_CURRENCY: 'usd', DATA_DIR: process.env['E2E_INVOICE_DATA_DIR'] ?? '' }
  expect(await administrate(settings, ['invoices', 'list', 'open'])).toContain(number)
  expect(await administrate(settings, ['invoices', 'paid', number, 'Transfer', '1'])).toContain(`Invoice ${number} is paid.`)
  await expect(page.getByRole('heading', { level: 2, name: 'You’re on Business' })).toBeVisible()

  await page.getByRole('link', { name: 'See your subscription' }).click()
  await expect(page.getByText('Business, $19 a month. You can change your plan or cancel at any time.')).toBeVisible()
  await expect(page.getByText('How to pay your invoice')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toContainText(/\$19\.00.*Paid/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${number}` }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  for (const text of [number, payer.email, '$19.00', 'Paid on']) expect(file).toContain(text)
  await shot(page, 'invoice-paid')
  await expectClean(page)
})
