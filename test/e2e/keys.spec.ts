// Tests API keys and the data export in the settings, by keyboard.
import { enterNew, freshEmail } from './people.ts'
import { expect, test } from './watched.ts'

test('a key is made by the keyboard, opens what it may, and nothing once it is revoked', async ({ page, request }) => {
  const email = freshEmail()
  await enterNew(page, email)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New key' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').fill('Home server')
  await page.keyboard.press('Enter')
  const shown = page.getByLabel('API key', { exact: true })
  await expect(shown).toHaveValue(/^mf_\w{38}$/)
  const headers = { authorization: `Bearer ${await shown.inputValue()}` }
  expect((await request.get('/api/filters', { headers })).status()).toBe(200)
  expect((await request.get('/api/keys', { headers })).status()).toBe(403)
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(shown).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Home server' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('1 inactive key')).toBeVisible()
  expect((await request.get('/api/filters', { headers })).status()).toBe(401)
})

test('a copy of everything is made while one waits, and saved as a file', async ({ page }) => {
  await enterNew(page, freshEmail())
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  const saving = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Download' }).click({ timeout: 90_000 })
  expect((await saving).suggestedFilename()).toMatch(/^mailferry-\d{4}-\d\d-\d\d\.zip$/)
})
