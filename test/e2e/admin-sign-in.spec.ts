// Tests who gets into the console: the sign-in page, the second factor, and what each reads who may not open a page.
import { words } from './admin-console.ts'
import { enterStaff, freeServer, nextCode } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { administrate } from './billing-people.ts'
import { enterNew, freshEmail, password } from './people.ts'
import { expect, test } from './watched.ts'

const t = words.of('admin')
const account = words.of('account')

test('a wrong password is answered with a sentence; the right one and a code open the console', async ({ page, complaints }) => {
  complaints.expected.push(/status of 400/, /Invalid login credentials/)
  const staff = await enterStaff(page, 'support')
  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login/)
  const submit = page.getByRole('button', { name: account('signIn.deed'), exact: true })
  await page.getByLabel(account('email'), { exact: true }).fill(staff.email)
  await page.getByLabel(account('password'), { exact: true }).fill('four words too many')
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: account('signIn.refused') })).toBeVisible()
  await expectClean(page)
  await page.getByLabel(account('password'), { exact: true }).fill(password)
  await submit.click()
  // The sixth digit sends it.
  await page.getByLabel(account('code'), { exact: true }).fill(nextCode(staff))
  await expect(page.getByRole('heading', { level: 1, name: words.of('adminusers')('title'), exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users$/)
})

test('who has no role reads how to get one', async ({ page }) => {
  const email = freshEmail()
  await enterNew(page, email)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: t('refused.title') })).toBeVisible()
  await expect(page.getByText(`npm run admin -- add ${email}`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: t('nav') })).toHaveCount(0)
  await expectClean(page)
})

test('staff without a second factor are led to where it is set up', async ({ page }) => {
  const email = freshEmail()
  await enterNew(page, email)
  await administrate(freeServer.settings, ['add', email, 'admin'])
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: t('factor.title') })).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: t('factor.open') }).click()
  await expect(page).toHaveURL(/\/two-factor$/)
})

test('support finds no settings, neither in the menu nor at their address', async ({ page }) => {
  const staff = await enterStaff(page, 'support')
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: t('nav') })
  await expect(nav.getByRole('link', { name: t('nav.logs'), exact: true })).toBeVisible()
  await expect(nav.getByRole('link', { name: t('nav.settings'), exact: true })).toHaveCount(0)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: t('refused.title') })).toBeVisible()
  await expect(page.getByText(t('refused.role', { roles: 'admin' }))).toBeVisible()
  expect((await staff.http.get('/api/admin/settings')).status()).toBe(403)
  await expectClean(page)
})
