// The phone page in a browser: what the person chose stays chosen, whatever answer comes late.
import { chromium, type Route } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchOptions } from '../../../test/chromium.ts'
import { openStage } from '../../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
let browser: Awaited<ReturnType<typeof chromium.launch>>
beforeAll(async () => {
  stage = await openStage()
  browser = await chromium.launch(launchOptions)
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

test('a phone that was just added stays chosen though an older list of phones comes after it', async () => {
  const page = await browser.newPage()
  await page.goto(`${stage.url}/phone/`)
  await page.getByTestId('phone-name').getByText(/\S/).waitFor()

  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const old = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response: old })
  }
  await page.route('**/phone/api/phones', hold, { times: 1 })
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await asked.promise

  await page.getByTestId('add-phone').click()
  await page.getByTestId('add-phone-name').fill('Shop counter')
  await page.getByTestId('add-phone-number').fill('+1 555 010 0188')
  await page.getByTestId('add-phone-save').click()
  await page.waitForURL(/#15550100188$/)
  late.resolve()

  await page.getByTestId('phone-name').getByText('Shop counter').waitFor({ timeout: 5000 })
  expect(await page.getByTestId('phone-15550100188').getAttribute('aria-pressed')).toBe('true')
  await page.close()
})
