// Tests the settings: quiet hours hold email, and leaving with unsaved changes asks first.
import { enter, sendMail, settledPerson } from './people.ts'
import { expect, test } from './watched.ts'

/** An hour of Greenwich, where a person's clock hangs who chose no other. */
const hourIn = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

test('quiet hours are set by the keyboard, hold the mail that comes, and are still there later', async ({ page, baseURL }) => {
  const { email, address } = await settledPerson(baseURL ?? '')
  await enter(page, email)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('from', { exact: true }).fill(hourIn(-1))
  await page.getByLabel('until', { exact: true }).fill(hourIn(3))
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asks.getByRole('button', { name: 'Keep editing' }).click()
  // Until then it keeps the focus.
  await expect(asks).toHaveCount(0)
  await page.getByLabel('until', { exact: true }).press('Enter')
  await expect(page.getByText(/^Quiet hours from /)).toBeVisible()
  await sendMail(address, { subject: 'Invoice of the night', text: 'Please pay.' })
  await page.getByRole('link', { name: 'Forwarded emails' }).first().click()
  const row = page.getByRole('listitem').filter({ hasText: 'Invoice of the night' })
  await expect(row).toContainText('On hold')
  await page.goto('/settings')
  await expect(page.getByLabel('from', { exact: true })).toHaveValue(/^\d\d:\d\d$/)
})
