// Tests signing up with only a phone, with codes read on the sandbox phone, and adding another phone as a second factor.
import type { Page } from '@playwright/test'
import { formatPhone, formatPhoneInText } from '../../core/phone/phone.ts'
import { freshPhone } from './people.ts'
import { expect, test } from './watched.ts'

/** The code of the one message on the phone that the page leads to. */
async function codeSent(page: Page): Promise<string> {
  const [there] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open the simulated phone' }).click()])
  const bubbles = there.getByTestId('bubble-text').filter({ hasText: 'is your verification code' })
  await expect(bubbles).toHaveCount(1)
  const code = /\d{6}/.exec(await bubbles.last().innerText())?.[0] ?? ''
  await there.close()
  return code
}

test('a phone signs up with a code by WhatsApp, stands on the profile, and another one is the second step', async ({
  page,
  complaints,
}) => {
  complaints.expected.push(/status of 403|AuthApiError/)
  const phone = freshPhone()
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Use your phone instead' }).click()
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Enter a full number with its country code')).toBeVisible()
  await page.getByLabel('Phone number').fill(formatPhone(phone))
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await codeSent(page)
  await page.getByLabel('WhatsApp code').fill(code === '111111' ? '222222' : '111111')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has expired')
  await page.getByLabel('WhatsApp code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/onboarding')
  await page.goto('/profile')
  await expect(page.getByText(`Sign in with ${formatPhoneInText(phone)}, using`)).toBeVisible()

  await page.goto('/two-factor')
  await page.getByRole('button', { name: 'Set up: Phone' }).click()
  await page.getByLabel('Phone number').fill(freshPhone())
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('WhatsApp code').fill(await codeSent(page))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Your second factors' })).toContainText('Phone, since')
})
