// Takes the screenshots of the home page (dashboard, filter editor with its test, timeline of an email) and of the README (the first screen).
import { join } from 'node:path'
import sharp from 'sharp'
import { scale } from './camera.mjs'

/** `setup` is { browser, url, maya: { email, password } }; `shoot` is the camera's. Maya is the demo user, who already has email. */
export async function takeSitePictures({ browser, url, maya }, shoot) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1120, height: 1400 },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(120_000)
  // The sandbox banner says nothing about the product.
  await context.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.querySelectorAll('.strip').forEach(strip => strip.remove())),
  )
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('input[type=email]').fill(maya.email)
  await page.locator('input[autocomplete=current-password]').fill(maya.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.locator('.sum').waitFor()
  await page.locator('main a[href^="/forwarded-emails/"]').first().waitFor()
  await shoot(page, 'dashboard', page.locator('body'), { margin: 0, maxHeight: 760 })
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/filters')
  await page.goto(await page.getByRole('article').first().locator('a[href^="/filters/"]').first().getAttribute('href'))
  await page.locator('main form').waitFor()
  await page.locator('main mark').first().waitFor({ state: 'attached' })
  await shoot(page, 'editor', page.locator('main'), { margin: 0, maxHeight: 760 })
  await page.goto('/forwarded-emails')
  await page.locator('main a[href^="/forwarded-emails/"]').first().click()
  const detail = page.getByRole('complementary').last()
  await detail.locator('.chat').waitFor()
  await shoot(page, 'timeline', detail, { margin: 0, maxHeight: 860 })
  await context.close()
}

/** The home page's first screen, which is the same in both themes. */
export async function takeReadmePicture({ browser, url }, folder) {
  const context = await openContext(browser, url, { width: 1280, height: 850 })
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  const png = await page.locator('main section').first().screenshot()
  await sharp(png).png({ palette: true, effort: 8 }).toFile(join(folder, 'readme.png'))
  await context.close()
}

/** The sandbox banner says nothing about the product. */
async function openContext(browser, baseURL, viewport) {
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: scale, reducedMotion: 'reduce' })
  context.setDefaultTimeout(120_000)
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const strip of document.querySelectorAll('.strip')) strip.remove()
    })
  })
  return context
}
