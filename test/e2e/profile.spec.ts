// Tests the profile page: signed-in sessions, changing the address, and deleting the account.
import type { Page } from '@playwright/test'
import { enter, enterNew, freshEmail, mailedCode, password, signIn } from './people.ts'
import { expect, test } from './watched.ts'

const refused = /status of (400|401|403|422)|AuthApiError|AuthSessionMissing/
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

test('each session is in the list, and is ended alone', async ({ page, browser, complaints, toasts }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await enterNew(page, email)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, email)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/profile')
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).filter({ hasText: 'This one' })).toHaveCount(1)
  await sessions(page)
    .filter({ hasNotText: 'This one' })
    .getByRole('button', { name: /^End session on / })
    .click()
  await toasts.expectSaid('Session ended.')
  await expect(sessions(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await elsewhere.waitForURL('**/login?reason=session_expired')
  await elsewhere.context().close()
})

test('the address is changed, and is the one to sign in with', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const [before, taken, after] = [freshEmail(), freshEmail(), freshEmail()]
  await page.request.post('/auth/v1/signup', { data: { email: taken, password } })
  await enterNew(page, before)
  await page.goto('/profile')
  const change = async (email: string) => {
    await page.getByLabel('New address').fill(email)
    await page.getByRole('button', { name: 'Change address' }).click()
  }
  await change('no address')
  await expect(page.getByText('Enter a full email address')).toBeVisible()
  await change(taken)
  await expect(page.getByRole('alert')).toHaveText('We couldn’t change your address. Check it, or use another one.')
  await change(after)
  // The sandbox's sign-ups and changes confirm themselves.
  await expect(page.getByText(`Your address is now ${after}.`)).toBeVisible()
  await expect(page.getByText(`You sign in with ${after}`)).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, after)
})

test('the account is deleted with the code of a letter, by the keyboard alone', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await enterNew(page, email)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete account…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account permanently?' })
  await expect(dialog).toContainText(email)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByRole('textbox').focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter the code.')
  const code = await mailedCode(page, email)
  await page.keyboard.type(code === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This code is wrong')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Wrong email address or password. Check both and try again.')
})
