// Tests the signed-in screens in Arabic on a phone: right to left, fully translated, no horizontal scrolling.
import type { Page } from '@playwright/test'
import { axeOn, sidewaysPx } from './axe.ts'
import { shot, untilStill } from './looks.ts'
import { enter, settledPerson } from './people.ts'
import { expect, test } from './watched.ts'

test('in Arabic each screen is read from the right, lacks no word, and fits a phone', async ({ page, baseURL }) => {
  const { email, messageId, filterId } = await settledPerson(baseURL ?? '')
  await enter(page, email)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const screens = ['/dashboard', '/forwarded-emails', `/forwarded-emails/${messageId}`, '/email-accounts', '/whatsapp-connect']
  const filters = ['', '/new', `/${filterId}`, `/${filterId}/history`, '/templates', '/import', '/lists', '/examples'].map(
    path => `/filters${path}`,
  )
  const setUp = ['/onboarding', '/email-setup', '/whatsapp-setup', '/first-filter', '/test-mail']
  const own = ['/settings', '/profile', '/subscription']
  const found: string[] = []
  for (const path of [...screens, ...filters, ...setUp, ...own]) {
    await page.goto(path)
    await untilStill(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    found.push(...(await complaintsOn(page, withAxe.has(path))).map(complaint => `${path}: ${complaint}`))
    await shot(page, `arabic-${path}`)
  }
  expect(found).toEqual([])
})

const withAxe = new Set(['/dashboard', '/filters/new', '/settings'])

async function complaintsOn(page: Page, isAsked: boolean): Promise<string[]> {
  const px = await sidewaysPx(page)
  const ids = await page.evaluate(idsShown)
  const heading = (await page.locator('h1').textContent()) ?? ''
  // A filter and a mail are headed by what they are called.
  const isNamed = /\/[\da-f-]{36}$/.test(page.url())
  return [
    ...(px > 0 ? [`scrolls sideways by ${px} px`] : []),
    ...ids.map(id => `shows ${id} for a word`),
    ...(/\p{Script=Arabic}|WhatsApp/u.test(heading) || isNamed ? [] : [`is headed "${heading}"`]),
    ...(isAsked ? await axeOn(page) : []),
  ]
}

/** What looks like `room.key`; addresses and hosts end in `.example` or `.com`, files in their type. */
function idsShown(): string[] {
  const found = document.body.innerText.match(/(?<![\w@.-])[a-z]{2,}\.[a-z][a-zA-Z]*(?:\.[a-zA-Z]+)*(?![\w@.-])/g) ?? []
  return found.filter(text => !/\.(?:example|com|net|org|pdf|txt|ics)$/.test(text))
}

test('a stranger whose browser asks for Arabic signs in in Arabic, and hears of it on English pages', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ locale: 'ar', baseURL: baseURL ?? '' })
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/terms')
  const note = page.getByRole('complementary').filter({ hasText: 'الإنجليزية' })
  await expect(note).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await note.getByRole('link').click()
  await expect(page).toHaveURL(/\/ar$/)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('contentinfo').getByRole('link', { name: 'español' }).click()
  await expect(page).toHaveURL(/\/es$/)
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.close()
})
