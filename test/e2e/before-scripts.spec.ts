// Tests public pages whose scripts have not loaded yet: nothing that a visitor types or clicks meanwhile is lost.
import type { Page } from '@playwright/test'
import { expect, test } from './watched.ts'

test('what is typed and pressed on a page before its scripts are there is not lost', async ({ page }) => {
  const goOn = await holdScripts(page)
  await page.goto('/')
  const crossing = page.locator('#try').getByRole('status')
  const before = await crossing.textContent()
  await page.locator('#try input').fill('zzzz')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(page.locator('html')).toHaveClass(/light/)
  goOn()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('#try input')).toHaveValue('zzzz')
  await expect(crossing).not.toHaveText(before ?? '')
})

test('a language that is chosen before the scripts are there is kept', async ({ page }) => {
  const goOn = await holdScripts(page)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'español' }).click()
  await expect(page).toHaveURL(/\/es$/)
  goOn()
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

test('a question is not sent the plain way while its form waits for scripts', async ({ page }) => {
  const goOn = await holdScripts(page)
  await page.goto('/help')
  await page.getByRole('searchbox').fill('filter')
  await page.getByRole('searchbox').press('Enter')
  goOn()
  await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
  await expect(page).toHaveURL(/\/help$/)
})

async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  return resolve
}
