// Tests the theme, and the loading overlay that covers the page before any script runs.
import { enterNew, freshEmail } from './people.ts'
import { expect, test } from './watched.ts'

test('the theme follows the system until one is chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enterNew(page, freshEmail())
  await page.goto('/dashboard')
  const root = page.locator('html')
  await expect(root).toHaveClass(/\bdark\b/)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveClass(/\blight\b/)
  await page.evaluate(() => {
    new MutationObserver(changes => {
      const added = changes.flatMap(change => [...change.addedNodes]).map(node => node.textContent ?? '')
      if (added.some(text => text.includes('transition:none'))) document.documentElement.dataset['still'] = 'yes'
    }).observe(document.head, { childList: true })
  })
  await page.getByTitle('Account menu').locator('visible=true').click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await expect(root).toHaveClass(/\bdark\b/)
  await expect(root).toHaveAttribute('data-still', 'yes')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(root).toHaveClass(/\bdark\b/)
})

test('an overlay fills the page until a screen is there, before any script has run', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 800, height: 600 } })
  const page = await context.newPage()
  await page.goto('/login')
  const overlay = page.getByRole('status')
  await expect(overlay).toHaveText('Loading your experience...')
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 800, height: 600 })
  await context.close()
})
