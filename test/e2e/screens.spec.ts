// Every screen in both widths and themes: no complaint of the browser, nothing that axe finds, nothing that scrolls sideways.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { freshEmail, password, type Settled, settledPerson, signIn, signUp } from './people.ts'
import { expect, listen, test } from './watched.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Findings = { violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const open = ['/', '/login', '/signup', '/no-such-page']

test.describe.configure({ mode: 'parallel' })

let settled: Settled
let settledState: State
let newState: State

test.beforeAll(async ({ browser, baseURL }) => {
  settled = await settledPerson(baseURL ?? '')
  settledState = await stateAfter(browser, page => signIn(page, settled.email))
  newState = await stateAfter(browser, page => signUp(page, freshEmail()))
})

const inside = () => [
  '/dashboard',
  '/forwarded-emails',
  '/forwarded-emails?standing=not_matched&q=lunch&from=2026-01-01',
  `/forwarded-emails/${settled.messageId}`,
  '/email-accounts',
  '/whatsapp-connect',
  '/filters',
  '/filters/new',
  '/filters/import',
  '/filters/templates',
  '/filters/lists',
  `/filters/examples?message=${settled.messageId}`,
  `/filters/${settled.filterId}`,
  `/filters/${settled.filterId}/history`,
  '/settings',
]
const empty = ['/dashboard', '/forwarded-emails', '/email-accounts', '/whatsapp-connect', '/filters']

const looks = [390, 1440].flatMap(width => (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })))

for (const { width, colorScheme } of looks) {
  test(`no screen has anything to complain of at ${width} px, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const found: string[] = []
    for (const [state, paths] of [[undefined, open] as const, [settledState, inside()] as const, [newState, empty] as const]) {
      const look = { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' as const }
      const context = await browser.newContext({ ...look, ...(state && { storageState: state }) })
      const heard = await listen(context)
      const page = await context.newPage()
      for (const path of paths) {
        await show(page, path)
        await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
        await expect(page).toHaveTitle(/\S+ · Mailferry$/)
        expect(await sidewaysPx(page), `${path} scrolls sideways`).toBe(0)
        found.push(...(await axeOn(page)).map(violation => `${path}: ${violation}`))
      }
      found.push(...heard.filter(one => !one.includes('status of 404')))
      await context.close()
    }
    expect(found).toEqual([])
  })
}

test('nothing scrolls sideways on the narrowest phone', async ({ browser }) => {
  for (const [state, paths] of [[undefined, open] as const, [settledState, inside()] as const]) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...(state && { storageState: state }) })
    const page = await context.newPage()
    for (const path of paths) {
      await show(page, path)
      expect(await sidewaysPx(page), `${path} scrolls sideways`).toBe(0)
    }
    await context.close()
  }
})

test('an unknown path answers 404 with a page that leads on', async ({ page, complaints }) => {
  complaints.expected.push(/status of 404/)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/dashboard')).status()).toBe(200)
  expect((await page.request.get('/api/no-such-thing')).status()).toBe(404)
})

test('what is for the signed-in sends others to sign in, and back', async ({ page }) => {
  await page.goto('/filters')
  await page.waitForURL(/\/login\?next=%2Ffilters/)
  await page.getByLabel('E-mail').fill(settled.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL('**/filters')
  await expect(page.getByRole('heading', { level: 1, name: 'Filters' })).toBeVisible()
})

test('the theme that was chosen is kept under its key', async ({ browser }) => {
  const context = await browser.newContext({ storageState: settledState, colorScheme: 'light', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await show(page, '/dashboard')
  await page.getByTitle('You and the theme').filter({ visible: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await context.close()
})

test('the keyboard alone signs in and makes a filter', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key)
  await show(page, '/login')
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(settled.email)
  await press('Tab')
  await page.keyboard.type(password)
  await press('Enter')
  await page.waitForURL('**/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Filters', exact: true }).first())
  await press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'New filter' }).first())
  await press('Enter')
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('By keyboard')
  const field = page.getByRole('combobox', { name: 'What to look at' })
  await tabTo(page, field)
  await press('Enter')
  await page.keyboard.type('from')
  await press('Enter')
  await expect(field).toHaveText('From')
  await tabTo(page, page.getByRole('textbox', { name: 'Words to look for' }))
  await page.keyboard.type('keys')
  await press('Enter')
  // The way back to the deeds above leads backwards.
  await tabTo(page, page.getByRole('button', { name: 'Save filter' }), 'Shift+Tab')
  await press('Enter')
  await page.waitForURL('**/filters')
  await expect(page.getByText('By keyboard', { exact: true }).first()).toBeVisible()
})

async function stateAfter(browser: Browser, work: (page: Page) => Promise<void>): Promise<State> {
  const context = await browser.newContext()
  await work(await context.newPage())
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens a screen and waits until it stands still. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Runs beside the page's own scripts, so that the page's policy stays in force. */
async function axeOn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations }: Findings = await Reflect.get(window, 'axe').run()
    return violations.flatMap(v => v.nodes.map(node => `${v.id} at ${JSON.stringify(node.target)}: ${node.failureSummary ?? ''}`))
  })
}

async function tabTo(page: Page, target: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let i = 0; i < 40; i++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}
