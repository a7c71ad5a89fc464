// Tests passkeys in a browser: as the second factor, and in place of a password.
import type { Page } from '@playwright/test'
import { enterNew, freshEmail, password } from './people.ts'
import { expect, test } from './watched.ts'

/** A key that is built into the computer, whose person is there and says yes. */
async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?next=/filters')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

test('a passkey is set up from the profile, is asked for at the next sign-in, and removed', async ({ page, complaints }) => {
  // Where the session was taken off the device, the page it was on asks once more.
  complaints.expected.push(/status of (400|401|403)|AuthApiError|AuthSessionMissing/)
  const keys = await plugIn(page)
  const email = freshEmail()
  await enterNew(page, email)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Set up: Passkey or security key' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('My passkey')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('On. You’ll use one of these after your password.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Passkey or security key, since')
  expect(await keys()).toMatchObject([{ rpId: 'localhost' }])

  // The key that is there already makes no second one.
  await page.getByRole('button', { name: 'Set up: Passkey or security key' }).click()
  await page.getByLabel('Name').fill('Another')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This key is already registered.')
  complaints.expected.push(/InvalidStateError/)

  await signInAgain(page, email)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.waitForURL(url => url.pathname === '/filters')
  expect(await keys()).toMatchObject([{ signCount: 2 }])

  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Remove My passkey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Off. Only your password protects your account.')).toBeVisible()
})

test('a passkey is added on the profile page, signs in by the button and by suggestion, and removed', async ({ page, complaints }) => {
  complaints.expected.push(/status of (400|401|403)|AuthApiError|AuthSessionMissing/)
  const keys = await plugIn(page)
  await enterNew(page, freshEmail())
  await page.goto('/profile')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  const cut = () => page.evaluate(() => localStorage.clear())
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(card.getByRole('list')).toContainText('Added')
  expect(await keys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await cut()
  await page.goto('/login?next=/filters')
  // This key answers without being asked twice, so a suggestion may be faster than the button.
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await Promise.race([button.click(), page.waitForURL(url => url.pathname === '/filters')])
  await page.waitForURL(url => url.pathname === '/filters')

  await page.goto('/profile')
  await expect(card.getByRole('list')).toContainText('last used')
  await card.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByRole('list')).toBeHidden()
  await cut()
  await page.goto('/login')
  // The key answers to the suggestion by itself.
  await expect(page.getByRole('alert')).toContainText('That passkey can’t sign you in.')
})
