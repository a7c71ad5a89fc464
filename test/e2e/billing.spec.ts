// Tests subscriptions in the browser, against a server that sells plans and the Stripe stand-in: what people see, and what is charged.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectClean } from './axe.ts'
import {
  amountsOf,
  billingUrl,
  buy,
  chatOf,
  dayOf,
  expectState,
  failRenewal,
  invoicesOf,
  ledgerOf,
  mailTo,
  newPayer,
  passDays,
  passPeriod,
  passUntil,
  receiveMail,
  sandboxNow,
  sim,
  startCheckout,
  stripe,
  subscriptionOf,
  tryPersonal,
  withFreeDeliveries,
  writeFrom,
} from './billing-people.ts'
import { walkSubscription } from './billing-walk.ts'
import { freshEmail, password } from './people.ts'
import * as hosted from './stripe-pages.ts'
import { expect, test } from './watched.ts'

// The tests move the clock of the server and its stand-ins, so they run one after another, each with a person of its own.
test.use({ baseURL: billingUrl, timezoneId: 'UTC' })

const { good, declined, asks } = hosted.cards
const unreachable = 'We can’t reach the payment service right now. Nothing was charged. Try again in a few minutes.'

const planCard = (page: Page) =>
  page
    .getByRole('main')
    .locator('section, div')
    .filter({ has: page.getByText('Next payment') })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const invoiceRows = (page: Page) => page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')

async function openSubscription(page: Page): Promise<void> {
  await page.goto('/subscription')
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
}

async function chooseOnPage(page: Page, action: string): Promise<void> {
  await openSubscription(page)
  await link(page, action).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change of plan' })).toBeVisible()
}

const goToPayment = (page: Page) => button(page, 'Continue to payment').click()

async function expectOn(page: Page, plan: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: `You’re on ${plan}` })).toBeVisible()
}

test('who chooses a plan and pays with a good card has it at once, with an invoice to download', async ({ page }) => {
  const payer = await newPayer(page)
  await chooseOnPage(page, 'Choose Business')
  await expect(page.getByRole('main')).toContainText('Business, first month')
  await expect(page.getByRole('row', { name: 'Due now $19.00' })).toBeVisible()
  await goToPayment(page)
  await expect(hosted.dueToday(page)).toHaveText('$19.00')
  await hosted.payByCard(page, good)
  await expect(page).toHaveURL(/\/payment-callback\?checkout=/)
  await expectOn(page, 'Business')
  await link(page, 'See your subscription').click()
  await expect(page.getByText('Business, $19 a month. You can change your plan or cancel at any time.')).toBeVisible()
  const { subscription } = await subscriptionOf(payer)
  await expect(planCard(page).first()).toContainText(`Next payment${dayOf(subscription?.periodEndsAt)}`)
  await expect(invoiceRows(page)).toHaveCount(1)
  await expect(invoiceRows(page)).toContainText(/\$19\.00.*Paid/)
  const saved = page.waitForEvent('download')
  await button(page, /^Download /).click()
  expect(readFileSync(await (await saved).path(), 'latin1')).toMatch(/^%PDF-/)
  expect(await amountsOf(payer)).toEqual([1900])
})

test('a declined card says so on the payment page, and another one pays once', async ({ page }) => {
  const payer = await newPayer(page)
  await chooseOnPage(page, 'Choose Business')
  await goToPayment(page)
  await hosted.payByCard(page, declined)
  await hosted.expectProblem(page, /declined/)
  expect(await amountsOf(payer)).toEqual([])
  expect((await subscriptionOf(payer)).plan.id).toBe('free')
  await hosted.payByCard(page, good)
  await expectOn(page, 'Business')
  expect(await amountsOf(payer)).toEqual([1900])
})

test('a bank that asks is answered: who fails keeps the free plan, who completes pays once', async ({ page }) => {
  const payer = await newPayer(page)
  await page.goto((await startCheckout(payer, 'business')).url)
  await hosted.payByCard(page, asks)
  await hosted.answerBank(page, 'Fail')
  await hosted.expectProblem(page, /./)
  expect(await amountsOf(payer)).toEqual([])
  expect((await subscriptionOf(payer)).plan.id).toBe('free')
  await hosted.payByCard(page, asks)
  await hosted.answerBank(page, 'Complete')
  await expectOn(page, 'Business')
  expect(await amountsOf(payer)).toEqual([1900])
})

test('who leaves the payment page, by its link or for good, pays nothing and can start again', async ({ page }) => {
  const payer = await newPayer(page)
  await chooseOnPage(page, 'Choose Business')
  await goToPayment(page)
  await hosted.leaveUnpaid(page)
  await expect(page.getByRole('heading', { level: 2, name: 'You haven’t paid' })).toBeVisible()
  await expect(link(page, 'Back to the payment page')).toBeVisible()
  await link(page, 'See your subscription').click()
  await expect(page.getByText('You’re on the Free plan.')).toBeVisible()
  await chooseOnPage(page, 'Choose Business')
  await goToPayment(page)
  await expect(hosted.dueToday(page)).toBeVisible()
  await chooseOnPage(page, 'Choose Business')
  expect(await amountsOf(payer)).toEqual([])
  expect((await subscriptionOf(payer)).subscription).toBeNull()
  await goToPayment(page)
  await hosted.payByCard(page, good)
  await expectOn(page, 'Business')
  expect(await amountsOf(payer)).toEqual([1900])
})

test('two clicks on anything that pays charge once', async ({ page }) => {
  const payer = await newPayer(page)
  await chooseOnPage(page, 'Choose Business')
  await button(page, 'Continue to payment').dblclick()
  await hosted.payWithTwoClicks(page, good)
  await expectOn(page, 'Business')
  expect(await amountsOf(payer)).toEqual([1900])
  await openSubscription(page)
  await button(page, /^Yearly/).click()
  await link(page, 'Upgrade to Business').click()
  await button(page, /^Pay .* and switch$/).dblclick()
  await expect(page).toHaveURL(/\/subscription$/)
  await expect(page.getByText('Business, $190 a year.')).toBeVisible()
  expect(await amountsOf(payer)).toHaveLength(2)
  expect(await invoicesOf(payer)).toHaveLength(2)
})

test('a code from the operator takes its discount off, on the page, the invoice and the charge', async ({ page }) => {
  const code = `TEST${Date.now()}`
  const coupon = await (await stripe('POST', '/v1/coupons', { percent_off: '20', duration: 'once' })).json()
  await stripe('POST', '/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': String(coupon.id), code })
  const payer = await newPayer(page)
  await page.goto((await startCheckout(payer, 'business')).url)
  await hosted.enterCode(page, 'NOSUCHCODE')
  await hosted.expectProblem(page, /invalid/)
  await hosted.enterCode(page, code)
  await expect(hosted.dueToday(page)).toHaveText('$15.20')
  await hosted.payByCard(page, good)
  await expectOn(page, 'Business')
  await openSubscription(page)
  await expect(invoiceRows(page)).toContainText('$15.20')
  expect(await amountsOf(payer)).toEqual([1520])
})

test('a refund is shown beside its invoice', async ({ page }) => {
  const payer = await newPayer(page)
  await buy(page, payer, 'business')
  const [charge] = await ledgerOf(payer)
  await sim('POST', 'refunds', { invoice: charge?.invoice, amount: 500 })
  await expect.poll(async () => (await invoicesOf(payer))[0]?.refunded.amount).toBe(500)
  await openSubscription(page)
  await expect(invoiceRows(page)).toContainText('$5.00 refunded')
  await expect(invoiceRows(page)).toContainText('Partly refunded')
  expect(await amountsOf(payer)).toEqual([1900, -500])
})

test('while Stripe is down the page says so, nothing is granted or charged, and emails go on', async ({ page, complaints }) => {
  complaints.expected.push(/status of 503/)
  const payer = await newPayer(page)
  const { address, phone } = await receiveMail(payer)
  await chooseOnPage(page, 'Choose Business')
  await sim('POST', 'outage', {})
  try {
    await goToPayment(page)
    await expect(page.getByRole('alert')).toHaveText(unreachable)
    await expectClean(page)
    expect((await subscriptionOf(payer)).plan.id).toBe('free')
    await mailTo(address, 'The bill of an outage')
    await expect.poll(() => chatOf(payer, phone)).toContain('The bill of an outage')
  } finally {
    await sim('DELETE', 'outage')
  }
  await goToPayment(page)
  await hosted.payByCard(page, good)
  await expectOn(page, 'Business')
  expect(await amountsOf(payer)).toEqual([1900])
})

test('a visitor sees the prices by month and by year, signs up, and chooses a plan', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByText('$4.90', { exact: true })).toBeVisible()
  await page.getByText('Yearly').click()
  await expect(page.getByText('$190', { exact: true })).toBeVisible()
  await expect(page.getByText('$4.90', { exact: true })).toBeHidden()
  await expectClean(page)
  await link(page, 'Personal: Start free trial').click()
  await page.getByLabel('Email').fill(freshEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Create account').click()
  await page.waitForURL('**/onboarding')
  await page.goto('/pricing')
  await link(page, 'Personal: Start free trial').click()
  await expect(page).toHaveURL(/\/subscription/)
  await link(page, 'Choose Personal').click()
  await expect(page.getByText('Trial of 14 days')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You don’t need a card yet.')
  await expect(page.getByRole('row', { name: 'Due now $0.00' })).toBeVisible()
})

test('a trial without a card ends in the free plan, and nothing is charged', async ({ page }) => {
  const payer = await newPayer(page)
  await tryPersonal(page, payer)
  await openSubscription(page)
  const { subscription } = await subscriptionOf(payer)
  await expect(page.getByRole('main')).toContainText(`Your trial runs until ${dayOf(subscription?.trialEndsAt)}.`)
  await passDays(15)
  await expect.poll(async () => (await subscriptionOf(payer)).plan.id).toBe('free')
  await openSubscription(page)
  await expect(page.getByText('Your subscription has ended, and you’re on the free plan.')).toBeVisible()
  expect(await amountsOf(payer)).toEqual([])
})

test('an upgrade charges to the cent what its preview said', async ({ page }) => {
  const payer = await newPayer(page)
  await tryPersonal(page, payer)
  await openSubscription(page)
  await button(page, 'Add or change your card').click()
  await hosted.saveCard(page, good)
  await passDays(15)
  await expectState(payer, 'active')
  expect(await amountsOf(payer)).toEqual([490])
  await passDays(7)
  await chooseOnPage(page, 'Upgrade to Business')
  const due = await page
    .getByRole('row', { name: /^Due now/ })
    .getByRole('cell')
    .innerText()
  const cents = Math.round(Number(due.replace('$', '')) * 100)
  expect(cents).toBeGreaterThan(500)
  expect(cents).toBeLessThan(1410)
  await button(page, `Pay ${due} and switch`).click()
  await expect(page.getByText('Business, $19 a month.')).toBeVisible()
  await expect(invoiceRows(page).first()).toContainText(due)
  expect(await amountsOf(payer)).toEqual([490, cents])
})

test('a smaller plan starts when the paid time is over, and can be taken back until then', async ({ page }) => {
  const payer = await newPayer(page)
  await buy(page, payer, 'business')
  const day = dayOf((await subscriptionOf(payer)).subscription?.periodEndsAt)
  const schedule = async () => {
    await chooseOnPage(page, 'Switch to Personal')
    await expect(page.getByRole('row', { name: 'Due now $0.00' })).toBeVisible()
    await button(page, `Switch on ${day}`).click()
    await expect(page.getByText(`On ${day}, you’ll switch to Personal for $4.90 a month. Until then, nothing changes.`)).toBeVisible()
  }
  await schedule()
  await button(page, 'Keep Business').click()
  await expect(page.getByText(`On ${day}, you’ll switch to Personal`)).toHaveCount(0)
  expect((await subscriptionOf(payer)).subscription?.nextChange).toBeNull()
  await schedule()
  expect((await subscriptionOf(payer)).plan.id).toBe('business')
  await passPeriod(payer)
  await expect.poll(async () => (await subscriptionOf(payer)).plan.id).toBe('personal')
  await expect.poll(() => amountsOf(payer)).toEqual([1900, 490])
  await openSubscription(page)
  await expect(page.getByText('Personal, $4.90 a month.')).toBeVisible()
})

test('a month later the plan renews with a new invoice', async ({ page }) => {
  const payer = await newPayer(page)
  await buy(page, payer, 'business')
  const first = (await subscriptionOf(payer)).subscription?.periodEndsAt
  await passPeriod(payer)
  await expect.poll(() => amountsOf(payer)).toEqual([1900, 1900])
  await expect.poll(async () => (await invoicesOf(payer)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  await openSubscription(page)
  const next = (await subscriptionOf(payer)).subscription?.periodEndsAt
  expect(next).not.toBe(first)
  await expect(planCard(page).first()).toContainText(`Next payment${dayOf(next)}`)
  await expect(invoiceRows(page)).toHaveCount(2)
})

test('who cancels keeps the plan until its end, may take that back, and is on the free plan afterwards', async ({ page }) => {
  const payer = await newPayer(page)
  await buy(page, payer, 'business')
  const day = dayOf((await subscriptionOf(payer)).subscription?.periodEndsAt)
  const cancel = async () => {
    await openSubscription(page)
    await button(page, 'Cancel subscription').click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(`You’ve paid for Business until ${day}, and you keep it until then.`)
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(page.getByText(`You’ve canceled. Business runs until ${day}`)).toBeVisible()
  }
  await cancel()
  expect(await subscriptionOf(payer)).toMatchObject({ plan: { id: 'business' }, subscription: { state: 'active' } })
  await button(page, 'Keep my subscription').click()
  await expect(page.getByText('You’ve canceled.')).toHaveCount(0)
  expect((await subscriptionOf(payer)).subscription?.cancelsAt).toBeNull()
  await cancel()
  await passPeriod(payer)
  await expect.poll(async () => (await subscriptionOf(payer)).plan.id).toBe('free')
  await openSubscription(page)
  await expect(page.getByText('Your subscription has ended, and you’re on the free plan.')).toBeVisible()
  expect(await amountsOf(payer)).toEqual([1900])
})

test('a failed renewal holds emails for the digest and loses none, and a new card brings everything back', async ({ page }) => {
  const payer = await newPayer(page)
  const { address, phone } = await receiveMail(payer)
  await failRenewal(page, payer)
  const { subscription } = await subscriptionOf(payer)
  await openSubscription(page)
  const notice = `Your last payment failed. Until it’s paid, emails wait for your daily digest. After ${dayOf(subscription?.graceEndsAt)}, you’ll move to the free plan.`
  await expect(page.getByText(notice)).toBeVisible()
  expect(await amountsOf(payer)).toEqual([1900])
  await writeFrom(payer, phone, 'Hello')
  const digestAt = new Date((await sandboxNow()).getTime() + 1_800_000)
  await payer.http.patch('/api/settings', { data: { timeZone: 'UTC', digestAt: digestAt.toISOString().slice(11, 16) } })
  await mailTo(address, 'A bill that waits')
  await page.goto('/forwarded-emails')
  await link(page, /A bill that waits/).click()
  await expect(page.getByRole('complementary', { name: 'A bill that waits' })).toContainText(
    'We’re missing a payment, so this email will be in your daily digest.',
  )
  expect(await chatOf(payer, phone)).not.toContain('A bill that waits')
  await passUntil(new Date(digestAt.getTime() + 60_000))
  await expect.poll(() => chatOf(payer, phone)).toContain('A bill that waits')
  await openSubscription(page)
  await button(page, 'Update your card').click()
  await hosted.saveCard(page, good)
  await hosted.goBack(page)
  await link(page, 'Pay now').click()
  await hosted.payWithSavedCard(page)
  await expectState(payer, 'active')
  await openSubscription(page)
  await expect(page.getByText('Business, $19 a month.')).toBeVisible()
  await expect(page.getByText('Your last payment failed.')).toHaveCount(0)
  await mailTo(address, 'A bill after the payment')
  await expect.poll(() => chatOf(payer, phone)).toContain('A bill after the payment')
  expect(await amountsOf(payer)).toEqual([1900, 1900])
})

test('over the limit of the free plan emails wait for the digest, and leave at once with a larger plan', async ({ page }) => {
  const payer = await newPayer(page)
  const { address, phone } = await receiveMail(payer)
  await withFreeDeliveries(payer, 2, async () => {
    for (const subject of ['The first bill', 'The second bill']) await mailTo(address, subject)
    await expect.poll(async () => (await subscriptionOf(payer)).usage.delivered).toBe(2)
    await mailTo(address, 'A bill over the limit')
    await page.goto('/forwarded-emails')
    await link(page, /A bill over the limit/).click()
    await expect(page.getByRole('complementary', { name: 'A bill over the limit' })).toContainText(
      'You’ve used all of this month’s deliveries, so this email will be in your daily digest.',
    )
    await openSubscription(page)
    await expect(
      page.getByText(/^You’ve used all 2 deliveries for \w+\. Emails now come once a day in a digest, and none are lost\./),
    ).toBeVisible()
    await link(page, 'See larger plans').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Plans', exact: true })).toBeFocused()
    expect(await chatOf(payer, phone)).not.toContain('A bill over the limit')
    await buy(page, payer, 'business')
    await expect.poll(() => chatOf(payer, phone)).toContain('A bill over the limit')
    await expect.poll(async () => (await subscriptionOf(payer)).usage.delivered).toBe(3)
    await openSubscription(page)
    await expect(page.getByText('You’ve used all')).toHaveCount(0)
  })
})

test('the screens and the hosted pages of a subscription have nothing to complain of in any state, width or theme', async ({ page }) => {
  expect(await walkSubscription(page, await newPayer(page))).toEqual([])
})
