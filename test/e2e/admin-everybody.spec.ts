// Tests on the server that writes invoices, one after another: what the console changes for everybody, and a payment recorded by hand.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { AllSettings } from '../../core/api/admin/settings.ts'
import { confirmAction, reason, rowOf, words } from './admin-console.ts'
import { enterStaff, invoicingServer, newcomer, type Staff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { administrate, invoicesOf, newPayer, subscriptionOf } from './billing-people.ts'
import { shot } from './looks.ts'
import { enter, freshEmail, password } from './people.ts'
import { expect, test } from './watched.ts'

// One server, one worker: a test of another file would find it closed or in maintenance.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: invoicingServer.url, timezoneId: 'UTC' })

const settings = words.of('adminsettings')
const security = words.of('adminsecurity')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.describe('an administrator', () => {
  let staff: Staff | undefined

  test.beforeEach(async ({ page }) => {
    staff = await enterStaff(page, 'admin', invoicingServer)
  })

  test.afterEach(async () => {
    if (staff) await reopen(staff)
  })

  test('closes sign-up, which the sign-up page says, and opens it again', async ({ page, browser }) => {
    await page.goto('/admin/settings')
    const isOpen = page.getByRole('checkbox', { name: settings('key.SIGN_UP_OPEN') })
    const saveAs = async (open: boolean) => {
      await isOpen.setChecked(open)
      await press(page, settings('save'))
      await confirmAction(page, settings('save'))
    }
    await saveAs(false)
    const { page: visitor, close } = await openPage(browser)
    const account = words.of('account')
    await visitor.goto('/signup')
    await expect(visitor.getByRole('heading', { level: 1, name: account('signUp.closed.title') })).toBeVisible()
    await expect(visitor.getByText(account('signUp.closed'))).toBeVisible()
    await expect(visitor.getByLabel(account('email'), { exact: true })).toHaveCount(0)
    await expectClean(visitor)
    await saveAs(true)
    await expect(async () => {
      await visitor.reload()
      await visitor.getByLabel(account('email'), { exact: true }).fill(freshEmail(), { timeout: 2000 })
    }).toPass()
    await visitor.getByLabel(account('password'), { exact: true }).fill(password)
    await press(visitor, account('signUp.deed'))
    await visitor.waitForURL('**/onboarding')
    await close()
  })

  test('announces something, which a user reads above their page until it is removed', async ({ page, browser }) => {
    const { page: reader, close } = await openPage(browser)
    await enter(reader, (await newcomer(invoicingServer)).email)
    await page.goto('/admin/settings?tab=notices')
    const text = `New plans come on Monday, ${Date.now()}.`
    await press(page, settings('announcements.add'))
    await page.getByLabel(settings('announcement.en'), { exact: true }).fill(text)
    await press(page, settings('announcements.save'))
    await confirmAction(page, settings('announcements.save'))
    const bar = reader.getByRole('status').filter({ hasText: text })
    await expect(async () => {
      await reader.goto('/dashboard')
      await expect(bar).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expectClean(reader)
    await press(page, settings('announcement.remove'))
    await press(page, settings('announcements.save'))
    await confirmAction(page, settings('announcements.save'))
    await expect(async () => {
      await reader.goto('/dashboard')
      await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(bar).toHaveCount(0)
    }).toPass()
    await close()
  })

  test('begins maintenance, in which a user’s change is refused with a sentence, and ends it', async ({ page, browser }) => {
    const { page: writer, close } = await openPage(browser)
    await enter(writer, (await newcomer(invoicingServer)).email)
    const hours = words.of('settings')
    await writer.goto('/settings')
    await writer.getByRole('checkbox', { name: hours('quiet') }).check()
    await page.goto('/admin/settings?tab=notices')
    const sentence = 'We are moving to a larger machine.'
    await page.getByLabel(settings('maintenance.message'), { exact: true }).fill(sentence)
    await press(page, settings('maintenance.begin'))
    await confirmAction(page, settings('maintenance.begin'))
    await press(writer, hours('hours.save'))
    await expect(writer.getByText(sentence).first()).toBeVisible()
    await expectClean(writer)
    await press(page, settings('maintenance.end'))
    await confirmAction(page, settings('maintenance.end'))
    await expect(page.getByText(settings('maintenance.state.off'), { exact: true })).toBeVisible()
    await press(writer, hours('hours.save'))
    await expect(writer.getByText(hours('saved'), { exact: true }).first()).toBeVisible()
    await close()
  })

  test('blocks a network and unblocks it', async ({ page }) => {
    const network = `203.0.113.${Math.ceil(Math.random() * 254)}`
    await page.goto('/admin/security?tab=blocks')
    await press(page, security('blocks.add'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(security('blocks.network'), { exact: true }).fill(network)
    await dialog.getByLabel(security('blocks.until'), { exact: true }).selectOption('hour')
    await confirmAction(page, security('failures.block'))
    const row = rowOf(page, security('tab.blocks'), network)
    await expect(row).toContainText(reason)
    await row.getByRole('button', { name: security('blocks.remove'), exact: true }).click()
    await confirmAction(page, security('blocks.remove'))
    await expect(row).toHaveCount(0)
  })

  test('ends a session of somebody of the staff', async ({ page, browser }) => {
    const { page: other, close } = await openPage(browser)
    const colleague = await enterStaff(other, 'support', invoicingServer)
    await other.goto('/admin')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/admin/security?tab=sessions')
    const row = rowOf(page, security('tab.sessions'), colleague.email)
    // They signed up, and then used their second factor: one session.
    await row.getByRole('button', { name: security('sessions.end'), exact: true }).click()
    await confirmAction(page, security('sessions.endAction'))
    await expect(row).toHaveCount(0)
    await expect.poll(async () => (await colleague.http.get('/api/admin/overview')).status()).toBe(401)
    const signIn = other.getByRole('heading', { name: words.of('admin')('login.title') })
    await expect(signIn.or(other.getByText(words.of('session')('ended.session_expired'))).first()).toBeVisible()
    await close()
  })

  test('rotates the signing key, and stays signed in', async ({ page }) => {
    await page.goto('/admin/security?tab=secrets')
    const signing = rowOf(page, security('signing.title'), security('signing.state.signing'))
    const before = await signing.locator('code').innerText()
    await press(page, security('signing.rotate'))
    await confirmAction(page, security('signing.rotate'), security('signing.word'))
    await expect(signing.locator('code')).not.toHaveText(before)
    await expect(rowOf(page, security('signing.title'), before)).toContainText(security('signing.state.verifying'))
    expect((await staff?.http.get('/api/admin/overview'))?.status()).toBe(200)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: words.of('adminoverview')('title'), exact: true })).toBeVisible()
    expect((await (await newcomer(invoicingServer)).http.get('/api/filters')).status()).toBe(200)
  })
})

test('who orders with an invoice reads how to pay it, and has the plan once an administrator has recorded the payment', async ({
  page,
}) => {
  const payer = await newPayer(page, invoicingServer.url)
  await page.goto('/subscription')
  await page.getByRole('link', { name: 'Choose Business' }).click()
  await expect(page.getByText('You’ll get an invoice, and your plan starts once we’ve recorded your payment.')).toBeVisible()
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

  expect(await administrate(invoicingServer.settings, ['invoices', 'list', 'open'])).toContain(number)
  expect(await administrate(invoicingServer.settings, ['invoices', 'paid', number, 'Transfer', '1'])).toContain(
    `Invoice ${number} is paid.`,
  )
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

/** Somebody else’s browser. */
async function openPage(browser: Browser): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ baseURL: invoicingServer.url, timezoneId: 'UTC' })
  return { page: await context.newPage(), close: () => context.close() }
}

/** Whatever a test that failed has left behind. */
async function reopen({ http }: Staff): Promise<void> {
  const { revision, announcements, maintenance, groups } = AllSettings.parse(await (await http.get('/api/admin/settings')).json())
  const stored = groups.flatMap(group => group.settings).filter(({ isStored }) => isStored)
  const put = (path: string, data: object) => http.put(`/api/admin/settings/${path}`, { data: { ...data, reason } })
  if (maintenance.on) await put('maintenance', { maintenance: { on: false, endsAt: null, texts: null } })
  if (stored.length > 0) await put('groups/signup', { values: { SIGN_UP_OPEN: null }, revision })
  if (announcements.length > 0) await put('announcements', { announcements: [], revision })
}
