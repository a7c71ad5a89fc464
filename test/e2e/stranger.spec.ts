// Tests the way from the home page to a test email on the phone: at most 25 clicks and 3 minutes.
import type { BrowserContext } from '@playwright/test'
import { freshEmail, freshPhone, password } from './people.ts'
import { expect, test } from './watched.ts'

const mostClicks = 25
const mostMs = 180_000

/** Counts what a hand does on any page: presses of the pointer, and fields that were typed into. */
async function countDeeds(context: BrowserContext): Promise<{ clicks: number; fields: number }> {
  const deeds = { clicks: 0, fields: 0 }
  await context.exposeFunction('countDeed', (kind: 'clicks' | 'fields') => {
    deeds[kind]++
  })
  await context.addInitScript(() => {
    const tell = (kind: string) => void Reflect.get(window, 'countDeed')(kind)
    addEventListener('pointerdown', () => tell('clicks'), true)
    addEventListener('change', ({ target }) => target instanceof HTMLInputElement && target.value && tell('fields'), true)
  })
  return deeds
}

test('a stranger comes from the home page to a test mail on the phone with 25 clicks and in 3 minutes at most', async ({
  page,
  context,
}) => {
  const deeds = await countDeeds(context)
  await page.goto('/')
  const began = performance.now()

  await test.step('signs up', async () => {
    await page.locator('a[href="/signup"]:visible').first().click()
    await page.getByLabel('Email', { exact: true }).fill(freshEmail())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Set up Mailferry' })).toBeVisible()
  })

  await test.step('gets a forwarding address', async () => {
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Get my address' }).click()
    await expect(page.getByText('Your account is connected')).toBeVisible()
    await page.getByRole('link', { name: 'Next: Phone' }).click()
  })

  await test.step('links a phone', async () => {
    await page.getByRole('button', { name: 'Link a phone' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open WhatsApp on this phone' }).click()
    const phone = await opened
    await expect(phone.getByTestId('composer')).toHaveValue(/Link my email forwards/)
    await phone.getByTestId('add-phone').click()
    await phone.getByTestId('add-phone-name').fill('New phone')
    await phone.getByTestId('add-phone-number').fill(`+${freshPhone()}`)
    await phone.getByTestId('add-phone-save').click()
    await expect(phone.getByTestId('phone-name')).toHaveText('New phone')
    await phone.getByTestId('send').click()
    await expect(page.getByRole('heading', { name: 'My phone is linked' })).toBeVisible()
    await page.getByRole('link', { name: 'Next: Filter' }).click()

    await test.step('chooses a first filter', async () => {
      await page.getByRole('region', { name: 'Parcels' }).getByRole('button', { name: 'Use this filter' }).click()
      await expect(page.getByText('Your filter is on')).toBeVisible()
      await page.getByRole('link', { name: 'Next: Test' }).first().click()
    })

    await test.step('watches a test mail arrive', async () => {
      await page.getByRole('button', { name: 'Send test email' }).click()
      await expect(phone.getByTestId('chat')).toContainText('your parcel is out for delivery')
      await expect(page.getByRole('heading', { name: 'It’s on your phone' })).toBeVisible()
    })
  })

  const ms = performance.now() - began
  console.log(`stranger: ${deeds.clicks} clicks, ${Math.round(ms / 1000)} s, ${deeds.fields} fields typed`)
  expect(deeds.clicks).toBeGreaterThan(8)
  expect(deeds.clicks).toBeLessThanOrEqual(mostClicks)
  expect(ms).toBeLessThanOrEqual(mostMs)

  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Everything is working.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Set up Mailferry' })).toHaveCount(0)
})
