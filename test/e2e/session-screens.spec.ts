// Tests the sign-in screens: errors, password reset, second factors, and accessibility.
import { TOTP } from 'otpauth'
import { beginWalk } from './looks.ts'
import { minute, passTo, second, signInAt, stop } from './moved-clock.ts'
import { enter, enterNew, freshEmail, password, signUp } from './people.ts'
import { expect, test } from './watched.ts'

// Each has a person of its own, and one walks all screens: in one row they would be the last to end.
test.describe.configure({ mode: 'parallel' })

const refused = /status of (400|401|403|422)|AuthApiError|AuthSessionMissing/

test('what is wrong at the sign-in page is said in the form, alike for known and unknown addresses', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await signUp(page, email)
  await page.getByTitle('Account menu').locator('visible=true').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  const form = page.locator('form').first()
  await expect(form.locator('input')).toHaveCount(2)
  await expect(form.locator('button[type=submit]')).toHaveCount(1)
  for (const known of [email, freshEmail()]) {
    await page.getByLabel('Email').fill(known)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const answered = page.waitForResponse('**/auth/v1/token?*')
    await page.keyboard.press('Enter')
    // Until then the sentence may be that of the time before.
    await answered
    await expect(page.getByRole('alert')).toHaveText('Wrong email address or password. Check both and try again.')
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  }
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('a forgotten password is set anew by the link of a mail', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await page.request.post('/auth/v1/signup', { data: { email, password } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const letter = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: '/confirm#' }).first()
  await expect(async () => {
    await page.goto('/sandbox/outbox')
    await expect(letter).toBeVisible({ timeout: 2000 })
  }).toPass()
  const link = /https?:\/\/\S+\/confirm#\S+/.exec(await letter.innerText())?.[0] ?? ''
  // A mail scanner that opens the link uses nothing up.
  expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/reset-password')
  await page.getByLabel('New password').fill('quite another four words')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This link no longer works.')).toBeVisible()
})

test('a link that no longer works says so, and leads to a new one', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  await page.goto('/reset-password#error=access_denied&error_code=otp_expired&error_description=x')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('an authenticator app is set up, asked for at the next sign-in, and removed', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await enterNew(page, email)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const totp = new TOTP({ secret: (await page.locator('p.font-mono').innerText()).replaceAll(/\s/g, '') })
  // The sixth digit sends it.
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await expect(page.getByText('On. You’ll use one of these after your password.')).toBeVisible()

  await page.goto('/profile')
  await page.getByTitle('Account menu').locator('visible=true').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto('/filters')
  await page.waitForURL('**/two-factor?next=*')
  // A code works once: the next one is that of the next half minute.
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.waitForURL('**/filters')

  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Off. Only your password protects your account.')).toBeVisible()
})

test('the profile takes a name and a password, and signs out other devices', async ({ page, browser, complaints, toasts }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await enterNew(page, email)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, email)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Maya Okoro')
  await page.getByRole('button', { name: 'Save name' }).click()
  await toasts.expectSaid('Name saved.')
  await expect(page.getByTitle('Account menu').locator('visible=true')).toContainText('Maya Okoro')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await toasts.expectSaid('All other sessions ended.')
  await elsewhere.waitForURL('**/login?reason=session_expired')
  await elsewhere.context().close()

  await page.getByLabel('New password').fill('another four words here')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await toasts.expectSaid('Password changed. You’re signed out everywhere else.')
})

// The screens themselves are walked in pages.spec.ts and screens.spec.ts.
test('who was signed out is told why in any width and theme', async ({ page }) => {
  const walk = await beginWalk(page)
  await walk.visit('/login?reason=inactivity')
  expect(walk.found).toEqual([])
})

test('setting up an app can be done by everybody, in any width and theme', async ({ page }) => {
  await enterNew(page, freshEmail())
  const walk = await beginWalk(page)
  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await walk.look('setting up')
  expect(walk.found).toEqual([])
})

test('the Security Notice can be used by everybody, in any width and theme', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  const walk = await beginWalk(page)
  await passTo(page, (await stop(page)) + 13 * minute + second)
  await page.clock.resume()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await walk.look('Security Notice')
  expect(walk.found).toEqual([])
})
