// Tests the console's subscriptions: a payer is found, part of a payment is refunded, and a newcomer is given a plan.
import { confirmAction, findUser, reason, rowOf, words } from './admin-console.ts'
import { enterStaff, newcomer, sellingServer } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { amountsOf, buy, newPayer, subscriptionOf } from './billing-people.ts'
import { expect, test } from './watched.ts'

test.use({ baseURL: sellingServer.url })

const t = words.of('adminsubscriptions')

test('a payer is found and gets a part back', async ({ page }) => {
  const payer = await newPayer(page)
  await buy(page, payer, 'business')
  const [paid = 0] = await amountsOf(payer)
  expect(paid).toBeGreaterThan(100)

  await enterStaff(page, 'billing', sellingServer)
  await page.goto('/admin/subscriptions')
  await page.getByRole('searchbox', { name: t('search') }).fill(payer.email)
  await expect(page).toHaveURL(/[?&]search=/)
  await page.getByRole('link', { name: payer.email, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: payer.email })).toBeVisible()
  await expectClean(page)

  const invoices = page.getByRole('table', { name: t('invoices'), exact: true })
  await invoices.getByRole('button', { name: t('invoice.refund'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel(t('invoice.refundAmount', { currency: 'USD' }))
  await amount.fill('1000000')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('1.00')
  await confirmAction(page, t('invoice.refundDo', { amount: '$1.00' }))
  await expect(invoices).toContainText('$1.00')
  await expect.poll(() => amountsOf(payer)).toEqual([paid, -100])
})

test('a plan is given for free, and ended', async ({ page }) => {
  await enterStaff(page, 'admin', sellingServer)
  const person = await newcomer(sellingServer)
  await findUser(page, person)
  await page.getByRole('button', { name: t('gifts.give'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('gifts.plan'), { exact: true }).selectOption('business')
  await dialog.getByRole('button', { name: t('gifts.open'), exact: true }).click()
  await confirmAction(page, t('gifts.give'))
  await expect(page.getByText(t('gifts.running', { plan: 'Business', until: 'none' }))).toBeVisible()
  await expect.poll(async () => (await subscriptionOf(person)).plan.id).toBe('business')
  await page.getByRole('button', { name: t('gifts.end'), exact: true }).click()
  await confirmAction(page, t('gifts.end'))
  await expect(rowOf(page, t('gifts.history'), reason)).toHaveCount(1)
  await expect.poll(async () => (await subscriptionOf(person)).plan.id).toBe('free')
})
