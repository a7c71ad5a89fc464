// The screens of signing in: what they do, and that everybody can use them.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import { freshEmail, password, signIn, signUp } from './people.ts'
import { expect, test } from './watched.ts'

const refused = /status of (400|401|403|422)|AuthApiError|AuthSessionMissing/

test('what is wrong at the sign-in page is said in the form, alike for known and unknown addresses', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  const email = freshEmail()
  await signUp(page, email)
  await page.getByTitle('You and the theme').locator('visible=true').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  const form = page.locator('form').first()
  await expect(form.locator('input')).toHaveCount(2)
  await expect(form.locator('button[type=submit]')).toHaveCount(1)
  for (const known of [email, freshEmail()]) {
    await page.getByLabel('E-mail').fill(known)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong. Check both and try again.')
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  }
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('a forgotten password is set anew by the link of a mail', async ({ page }) => {
  const email = freshEmail()
  await page.request.post('/auth/v1/signup', { data: { email, password } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  // The service takes its time, alike for every address.
  await expect(page.getByRole('heading', { name: 'Look into your inbox' })).toBeVisible({ timeout: 15_000 })
  const letter = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: '/auth/v1/verify' }).first()
  await expect(async () => {
    await page.goto('/sandbox/outbox')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(await letter.innerText())?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/reset-password')
  await page.getByLabel('New password').fill('quite another four words')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a link that no longer works says so, and leads to a new one', async ({ page, complaints }) => {
  complaints.expected.push(refused)
  await page.goto('/reset-password#error=access_denied&error_code=otp_expired&error_description=x')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Send me a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('an authenticator app is set up, asked for at the next sign-in, and removed', async ({ page, complaints }) => {
  test.setTimeout(120_000)
  complaints.expected.push(refused)
  const email = freshEmail()
  await signUp(page, email)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const totp = new TOTP({ secret: (await page.locator('p.font-mono').innerText()).replaceAll(/\s/g, '') })
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('It is on: after your password we ask for a code from your app.')).toBeVisible()

  await page.goto('/profile')
  await page.getByTitle('You and the theme').locator('visible=true').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto('/filters')
  await page.waitForURL('**/two-factor?next=*')
  // A code works once: the next one is that of the next half minute.
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL('**/filters')

  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('It is off: your password alone opens your account.')).toBeVisible()
})

test('the profile takes a name and a password, and signs out other devices', async ({ page, browser, complaints }) => {
  test.setTimeout(60_000)
  complaints.expected.push(refused)
  const email = freshEmail()
  await signUp(page, email)
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, email)
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Maya Okoro')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByText('Name saved.')).toBeVisible()
  await expect(page.getByTitle('You and the theme').locator('visible=true')).toContainText('Maya Okoro')
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await expect(page.getByText('Every other session has ended.', { exact: true })).toBeVisible()
  await elsewhere.waitForURL('**/login?reason=session_expired', { timeout: 20_000 })
  await elsewhere.context().close()

  await page.getByLabel('New password').fill('another four words here')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText('Password changed. Every other session has ended.')).toBeVisible()
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const Findings = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

async function expectClean(page: Page, where: string): Promise<void> {
  await page.evaluate(axe)
  const found = await page.evaluate(() =>
    Reflect.get(globalThis, 'axe')
      .run()
      .then((result: { violations: unknown }) => result.violations),
  )
  expect(Findings.parse(found).map(one => `${where}: ${one.id} ${one.nodes.map(node => node.html).join(' | ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where} scrolls sideways`).toBe(true)
}

for (const theme of ['light', 'dark'])
  for (const width of [390, 1440])
    test(`every screen can be used by everybody: ${theme}, ${width} px`, async ({ page, complaints }) => {
      // The page for an unknown path is sent with this status.
      complaints.expected.push(/status of 404/)
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(name => localStorage.setItem('theme', name), theme)
      const visit = async (path: string) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, path)
        if (process.env['E2E_SHOTS'])
          await page.screenshot({
            path: `${process.env['E2E_SHOTS']}/${path.replaceAll(/\W/g, '-')}-${width}-${theme}.png`,
            fullPage: true,
          })
      }
      for (const path of ['/login', '/login?reason=inactivity', '/signup', '/forgot-password', '/reset-password', '/nowhere'])
        await visit(path)
      await signUp(page, freshEmail())
      for (const path of ['/profile', '/two-factor', '/reset-password']) await visit(path)
      await page.goto('/two-factor')
      await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
      await expectClean(page, 'setting up')
      if (process.env['E2E_SHOTS'])
        await page.screenshot({ path: `${process.env['E2E_SHOTS']}/setup-${width}-${theme}.png`, fullPage: true })
      await page.goto('/profile')
      await page.clock.install()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.mouse.move(50, 60)
      await page.clock.fastForward('13:13')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      // Faded in: half a colour has half the contrast.
      await expect(page.getByRole('alertdialog')).toHaveCSS('opacity', '1')
      await expectClean(page, 'Security Notice')
      if (process.env['E2E_SHOTS']) await page.screenshot({ path: `${process.env['E2E_SHOTS']}/notice-${width}-${theme}.png` })
    })
