// Tests signing in with an identity provider: its page, the way back, and the linked identities on the profile page.
import type { Page } from '@playwright/test'
import { freshEmail } from './people.ts'
import { expect, test } from './watched.ts'

async function enter(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/interaction/*')
  await page.getByLabel('Address').fill(email)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
}

test('a person signs in with a provider, finds it on the profile, and cannot remove the only way in', async ({ page, toasts }) => {
  const email = freshEmail()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await enter(page, email)
  await page.waitForURL('**/dashboard')
  await page.goto('/profile')
  const ways = page.getByRole('list', { name: 'Sign-in methods' })
  await expect(ways.getByRole('listitem')).toHaveCount(1)
  await expect(ways).toContainText(email)
  await expect(ways).toContainText('This is your only way to sign in.')
  await expect(ways.getByRole('button', { name: 'Remove Example ID' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Add Example ID' }).click()
  await enter(page, freshEmail())
  await page.waitForURL('**/profile')
  await toasts.expectSaid('You can now sign in with Example ID.')
  await expect(ways.getByRole('listitem')).toHaveCount(2)
  await ways.getByRole('button', { name: 'Remove Example ID' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ways.getByRole('listitem')).toHaveCount(1)
})

test('who cancels at the provider is told so, and the demonstration shows what came back', async ({ page }) => {
  await page.goto('/oauth-demo')
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You left before finishing')
  await page.goto('/oauth-demo')
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await enter(page, freshEmail())
  await expect(page.getByRole('status').filter({ hasText: 'Response' })).toContainText('verified by the provider')
  expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(
    'provider_token',
  )
})
